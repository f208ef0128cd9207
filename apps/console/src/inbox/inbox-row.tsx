'use client'

import type { ReviewSummary } from '@countersign/client'
import Link from 'next/link'
import { useNow } from '../frame/clock.tsx'
import { NamedIcon } from '../frame/icons.tsx'
import { age, dueIn } from '../frame/relative-time.ts'
import styles from './inbox.module.css'
import { KIND_LOOKS } from './kinds.ts'

interface Props {
  review: ReviewSummary
  href: string
  selected: boolean
  onSelect: () => void
}

function When({ review }: { review: ReviewSummary }) {
  const now = useNow()
  if (!review.dueAt) return <span className="num dim">{age(Date.parse(review.openedAt), now)}</span>
  const due = dueIn(Date.parse(review.dueAt), now)
  return <span className={`num ${due.urgency ?? ''}`}>{due.text}</span>
}

/** One waiting review: its kind, what it is, why it waits, how long. A click selects it, a second one opens it. */
export function InboxRow({ review, href, selected, onSelect }: Props) {
  return (
    <li id={`row-${review.id}`} className={styles.row} data-selected={selected || undefined}>
      <span className={styles.kind} title={KIND_LOOKS[review.kind].one}>
        <NamedIcon name={KIND_LOOKS[review.kind].icon} size={14} />
      </span>
      <Link
        className={styles.title}
        href={href}
        prefetch={false}
        aria-current={selected ? 'true' : undefined}
        onFocus={onSelect}
        onClick={(event) => {
          const wide = window.matchMedia('(min-width: 901px)').matches
          const plain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey) && event.detail > 0
          if (!wide || !plain || selected) return
          event.preventDefault()
          onSelect()
        }}
      >
        {review.title}
      </Link>
      <span className={styles.why} title={review.reason}>
        {review.reason}
      </span>
      <When review={review} />
    </li>
  )
}
