'use client'

import type { Me } from '@countersign/client'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useId, useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl/react'
import styles from './account.module.css'
import frame from './frame.module.css'
import { NamedIcon } from './icons.tsx'
import { LOCALE_COOKIE, LOCALE_NAMES, LOCALES, THEME_COOKIE } from './locales.ts'
import { keepPreference } from './preferences.ts'
import type { Room } from './rail.tsx'

export interface Account {
  user: string
  name: string
  tenant: string
  roles: Me['roles']
  theme: 'light' | 'dark' | null
  /** False where the person is that of the environment. */
  canSignOut: boolean
}

/** Language and theme; the page is read anew in them. */
function PreferenceSwitches({ theme }: { theme: Account['theme'] }) {
  const t = useTranslations('frame.me')
  const locale = useLocale()
  const router = useRouter()
  const keep = (name: string, value: string | null) => {
    keepPreference(name, value)
    router.refresh()
  }
  return (
    <>
      <label className={styles.choice}>
        <span>{t('language')}</span>
        <select className="input" value={locale} onChange={(event) => keep(LOCALE_COOKIE, event.target.value)}>
          {LOCALES.map((one) => (
            <option key={one} value={one} lang={one}>
              {LOCALE_NAMES[one]}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.choice}>
        <span>{t('theme')}</span>
        <select className="input" value={theme ?? ''} onChange={(event) => keep(THEME_COOKIE, event.target.value || null)}>
          <option value="">{t('themeSystem')}</option>
          <option value="light">{t('themeLight')}</option>
          <option value="dark">{t('themeDark')}</option>
        </select>
      </label>
    </>
  )
}

/** Who is signed in and as what, language and theme, signing out; on a phone the rooms that found no place in its bar. */
export function AccountMenu({ account, rooms }: { account: Account; rooms: Room[] }) {
  const t = useTranslations('frame')
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const roles = account.roles.map((role) => t(`me.roles.${role}`)).join(', ')
  return (
    <>
      <button
        type="button"
        className={frame.me}
        popoverTarget={id}
        aria-label={t('me.account', { user: account.name })}
        title={t('me.decidesAs', { user: account.name })}
      >
        <span className={frame.avatar} aria-hidden="true">
          {account.name.slice(0, 1).toUpperCase()}
        </span>
        <span className={frame.word}>
          {account.name}
          {roles && <span className={styles.roles}>{roles}</span>}
        </span>
      </button>
      <div ref={menu} id={id} popover="auto" className={styles.menu}>
        <p className={styles.who}>
          <b>{account.name}</b>
          <span className="dim small">
            {account.tenant}
            {roles && ` · ${roles}`}
          </span>
        </p>
        {rooms.map((room) => (
          <Link key={room.href} href={room.href} prefetch={false} className={styles.room} onClick={() => menu.current?.hidePopover()}>
            <NamedIcon name={room.icon} />
            {t(`rooms.${room.word}`)}
          </Link>
        ))}
        <PreferenceSwitches theme={account.theme} />
        {account.canSignOut && (
          <>
            <Link href="/settings/account" prefetch={false} className={styles.room} onClick={() => menu.current?.hidePopover()}>
              <NamedIcon name="person" />
              {t('me.settings')}
            </Link>
            <form method="post" action="/sign-out">
              <button type="submit" className="btn">
                <NamedIcon name="signOut" />
                {t('me.signOut')}
              </button>
            </form>
          </>
        )}
      </div>
    </>
  )
}
