'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'use-intl/react'
import styles from './settings.module.css'

const TABS = ['account', 'people', 'tokens', 'notifications', 'retention'] as const

/** The pages of the settings. `hidden`: those that whoever looks may not see. */
export function SettingsTabs({ hidden }: { hidden: string[] }) {
  const t = useTranslations('settings.tabs')
  const path = usePathname()
  return (
    <nav className={styles.tabs} aria-label={t('label')}>
      {TABS.filter((tab) => !hidden.includes(tab)).map((tab) => (
        <Link key={tab} href={`/settings/${tab}`} prefetch={false} aria-current={path.startsWith(`/settings/${tab}`) ? 'page' : undefined}>
          {t(tab)}
        </Link>
      ))}
    </nav>
  )
}
