'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import styles from './settings.module.css'

const TABS = ['account', 'people', 'tokens', 'notifications', 'retention'] as const

/** The pages of the settings. `hidden`: those that whoever looks may not see. */
export function SettingsTabs({ hidden }: { hidden: string[] }) {
  const t = useTranslations('settings.tabs')
  const path = usePathname()
  const tabs = useRef<HTMLElement>(null)
  // On a phone the row is wider than the screen: the page one is on must be seen in it.
  useEffect(() => {
    tabs.current?.querySelector(`[href="${path}"]`)?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [path])
  return (
    <nav ref={tabs} className={styles.tabs} aria-label={t('label')}>
      {TABS.filter((tab) => !hidden.includes(tab)).map((tab) => (
        <Link key={tab} href={`/settings/${tab}`} prefetch={false} aria-current={path.startsWith(`/settings/${tab}`) ? 'page' : undefined}>
          {t(tab)}
        </Link>
      ))}
    </nav>
  )
}
