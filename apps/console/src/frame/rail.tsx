'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useDecisionQueue } from '../decisions/decision-queue.tsx'
import styles from './frame.module.css'
import { BrandMark, type IconName, NamedIcon } from './icons.tsx'

const ROOMS: { href: string; also: string; word: string; icon: IconName }[] = [
  { href: '/inbox', also: '/reviews/', word: 'Inbox', icon: 'inbox' },
  { href: '/runs', also: '/runs/', word: 'Runs', icon: 'runs' },
  { href: '/documents', also: '/documents/', word: 'Documents', icon: 'documents' },
  { href: '/search', also: '/search/', word: 'Search', icon: 'search' },
]

/** The rooms of the console. Narrows to icons, and moves to the bottom edge on a phone. */
export function Rail({ waiting, user }: { waiting: number | null; user: string }) {
  const path = usePathname()
  const { pending } = useDecisionQueue()
  const open = waiting === null ? null : Math.max(0, waiting - pending.length)
  return (
    <nav className={styles.rail} aria-label="Rooms">
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
          title={room.word}
          aria-current={path === room.href || path.startsWith(room.also) ? 'page' : undefined}
        >
          <NamedIcon name={room.icon} />
          <span className={styles.word}>{room.word}</span>
          {room.href === '/inbox' && open !== null && open > 0 && <span className={styles.count}>{open.toLocaleString('en')}</span>}
        </Link>
      ))}
      <span className={styles.space} />
      <span className={styles.me} title={`You decide as ${user}`}>
        <span className={styles.avatar} aria-hidden="true">
          {user.slice(0, 1).toUpperCase()}
        </span>
        <span className={styles.word}>{user}</span>
      </span>
    </nav>
  )
}
