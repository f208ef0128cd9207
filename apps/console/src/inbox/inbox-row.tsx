'use client'

import type { ReviewSummary } from '@countersign/client'
import Link from 'next/link'
import { useTranslations } from 'use-intl/react'
import { useNow } from '../frame/clock.tsx'
import { NamedIcon } from '../frame/icons.tsx'
import { useSentences } from '../frame/use-sentences.ts'
import { useTimes } from '../frame/use-times.ts'
import { KIND_ICONS } from '../review/kind-icons.ts'
import styles from './inbox.module.css'

interface Props {
  review: ReviewSummary
  user: string
  href: string
  selected: boolean
  marked: boolean
  onSelect: () => void
  onMark: (options: { range: boolean }) => void
}

/** A deadline where there is one, else how long it has waited. */
function When({ review }: { review: ReviewSummary }) {
  const now = useNow()
  const times = useTimes()
  if (!review.dueAt) return <span className={`${styles.when} dim`}>{times.age(review.openedAt, now)}</span>
  const due = times.due(review.dueAt, now)
  return (
    <span className={`${styles.when} ${due.urgency ?? ''}`}>
      {due.urgency && <NamedIcon name={due.urgency === 'late' ? 'late' : 'waiting'} size={12} />}
      {due.text}
    </span>
  )
}

/** Who holds it or whom it was given to, and what else sets it apart. */
function People({ review, user }: { review: ReviewSummary; user: string }) {
  const t = useTranslations('inbox.row')
  const now = useNow()
  const holder = review.claim && Date.parse(review.claim.until) > now ? review.claim.by : null
  return (
    <span className={styles.people}>
      {review.priority !== 0 && (
        <span className={styles.priority} title={t('priority', { priority: review.priority })}>
          <span aria-hidden="true">{review.priority > 0 ? `↑${review.priority}` : `↓${-review.priority}`}</span>
          <span className="hidden">{t('priority', { priority: review.priority })}</span>
        </span>
      )}
      {review.disputed && <span className={styles.mark}>{t('disputed')}</span>}
      {review.round > 1 && <span className={styles.mark}>{t('again')}</span>}
      {holder ? (
        <span className={styles.holder} title={holder === user ? t('claimedByYou') : t('claimedBy', { by: holder })}>
          <NamedIcon name="lock" size={12} />
          <span className="hidden">{holder === user ? t('claimedByYou') : t('claimedBy', { by: holder })}</span>
          <span aria-hidden="true">{holder === user ? t('you') : holder}</span>
        </span>
      ) : (
        review.assignee && (
          <span className={styles.holder} title={review.assignee === user ? t('givenToYou') : t('givenTo', { user: review.assignee })}>
            <NamedIcon name="person" size={12} />
            <span className="hidden">{review.assignee === user ? t('givenToYou') : t('givenTo', { user: review.assignee })}</span>
            <span aria-hidden="true">{review.assignee === user ? t('you') : review.assignee}</span>
          </span>
        )
      )}
    </span>
  )
}

/** One waiting review: its kind, what it is, why it waits, who has it, how long. A click selects it, a second one opens it. */
export function InboxRow({ review, user, href, selected, marked, onSelect, onMark }: Props) {
  const t = useTranslations('inbox')
  const title = useSentences().title(review)
  return (
    <li id={`row-${review.id}`} className={styles.row} data-selected={selected || undefined} data-marked={marked || undefined}>
      <span className={styles.kind} title={t(`kind.${review.kind}`)}>
        <span className={styles.glyph}>
          <NamedIcon name={KIND_ICONS[review.kind]} size={14} />
        </span>
        <label className={styles.tick}>
          <input
            type="checkbox"
            tabIndex={-1}
            checked={marked}
            aria-label={t('row.select', { title })}
            onChange={() => undefined}
            onClick={(event) => onMark({ range: event.shiftKey })}
          />
        </label>
      </span>
      <Link
        className={styles.title}
        href={href}
        prefetch={false}
        aria-current={selected ? 'true' : undefined}
        onFocus={onSelect}
        onClick={(event) => {
          if (event.shiftKey) {
            event.preventDefault()
            onMark({ range: true })
            return
          }
          const wide = window.matchMedia('(min-width: 901px)').matches
          const plain = event.button === 0 && !(event.ctrlKey || event.metaKey) && event.detail > 0
          if (!wide || !plain || selected) return
          event.preventDefault()
          onSelect()
        }}
      >
        {title}
      </Link>
      <span className={styles.why} title={review.reason}>
        {review.reason}
      </span>
      <People review={review} user={user} />
      <When review={review} />
    </li>
  )
}
