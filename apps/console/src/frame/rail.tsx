'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'use-intl/react'
import { useDecisionQueue } from '../decisions/decision-queue.tsx'
import { type Account, AccountMenu } from './account-menu.tsx'
import styles from './frame.module.css'
import { BrandMark, type IconName, NamedIcon } from './icons.tsx'
import { useTimes } from './use-times.ts'

type RoomWord = 'inbox' | 'runs' | 'documents' | 'search' | 'audit' | 'settings'

export interface Room {
  href: string
  /** Pages that belong to the room as well. */
  also: string
  word: RoomWord
  icon: IconName
  /** Found in the account's menu where the rail is a phone's bar. */
  rare?: boolean
}

const ROOMS: Room[] = [
  { href: '/inbox', also: '/reviews/', word: 'inbox', icon: 'inbox' },
  { href: '/runs', also: '/runs/', word: 'runs', icon: 'runs' },
  { href: '/documents', also: '/documents/', word: 'documents', icon: 'documents' },
  { href: '/search', also: '/search/', word: 'search', icon: 'search' },
  { href: '/audit', also: '/audit/', word: 'audit', icon: 'audit', rare: true },
  { href: '/settings', also: '/settings/', word: 'settings', icon: 'settings', rare: true },
]

/** The rooms of the console and who is signed in. Narrows to icons, and moves to the bottom edge on a phone. */
export function Rail({ waiting, account }: { waiting: number | null; account: Account }) {
  const t = useTranslations('frame')
  const times = useTimes()
  const path = usePathname()
  const { pending } = useDecisionQueue()
  const open = waiting === null ? 0 : Math.max(0, waiting - pending.length)
  return (
    <nav className={styles.rail} aria-label={t('rooms.label')}>
      <Link className={styles.brand} href="/inbox" prefetch={false} aria-label="Countersign">
        <BrandMark />
        <span>Countersign</span>
      </Link>
      {ROOMS.map((room) => (
        <Link
          key={room.href}
          href={room.href}
          prefetch={false}
          className={styles.room}
          data-rare={room.rare || undefined}
          title={t(`rooms.${room.word}`)}
          aria-current={path === room.href || path.startsWith(room.also) ? 'page' : undefined}
        >
          <NamedIcon name={room.icon} />
          <span className={styles.word}>{t(`rooms.${room.word}`)}</span>
          {room.href === '/inbox' && open > 0 && <span className={styles.count}>{times.number(open)}</span>}
        </Link>
      ))}
      <span className={styles.space} />
      <AccountMenu account={account} rooms={ROOMS.filter((room) => room.rare)} />
    </nav>
  )
}
