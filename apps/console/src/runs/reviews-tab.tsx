'use client'

import type { ReviewSummary } from '@countersign/client'
import Link from 'next/link'
import { useTranslations } from 'use-intl/react'
import { RelativeTime, useNow } from '../frame/clock.tsx'
import { StateChip } from '../frame/state-chip.tsx'
import { useSentences } from '../frame/use-sentences.ts'
import { useTimes } from '../frame/use-times.ts'
import styles from './run.module.css'

/** Who decided what; or, while it is open, by when and who has it. */
function Answer({ review }: { review: ReviewSummary }) {
  const t = useTranslations('runs.reviews')
  const decided = useTranslations('review.decided')
  const times = useTimes()
  const now = useNow()
  if (review.status === 'decided' && review.verb && review.decidedBy) {
    return (
      <span>
        {t('decided', { what: decided(review.verb), by: review.decidedBy })} {review.decidedAt && <RelativeTime at={review.decidedAt} />}
      </span>
    )
  }
  if (review.status !== 'open') return null
  const due = review.dueAt ? times.due(review.dueAt, now) : null
  return (
    <>
      {review.reason && <span>{review.reason}</span>}
      {due && <span className={due.urgency ?? undefined}>{due.text}</span>}
      {review.claim && <span>{t('held', { by: review.claim.by })}</span>}
      {review.assignee && <span>{t('assigned', { to: review.assignee })}</span>}
      {review.quorum > 1 && <span>{t('quorum', { count: review.quorum })}</span>}
      {review.disputed && <span className="late">{t('disputed')}</span>}
    </>
  )
}

/** Where people were asked. */
export function ReviewsTab({ reviews }: { reviews: ReviewSummary[] }) {
  const t = useTranslations('runs.reviews')
  const sentences = useSentences()
  if (reviews.length === 0) return <p className="dim small">{t('none')}</p>
  return (
    <ul className={styles.reviews}>
      {reviews.map((review) => (
        <li key={review.id}>
          <div>
            <Link href={`/reviews/${review.id}`} prefetch={false}>
              {sentences.title(review)}
            </Link>
            <StateChip state={review.status} />
          </div>
          <span className={`dim small ${styles.facts}`}>
            <Answer review={review} />
            <span>
              {t.rich('opened', {
                when: () => <RelativeTime at={review.openedAt} />,
                node: () => <span className="mono">{review.node}</span>,
              })}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
