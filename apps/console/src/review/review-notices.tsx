'use client'

import type { ReviewDetail } from '@countersign/client'
import Link from 'next/link'
import { RelativeTime } from '../frame/clock.tsx'
import styles from './review.module.css'

const DECIDED_WORDS: Record<string, string> = {
  approve: 'Approved',
  reject: 'Sent back',
  edit: 'Approved with a change',
  choose: 'Chosen',
  escalate: 'Escalated',
  retry: 'Retried',
  skip: 'Skipped',
  abort: 'Aborted',
}

function Decided({ review }: { review: ReviewDetail }) {
  const { decision } = review
  if (!decision) return null
  return (
    <div className="notice" data-state="done" role="status">
      <b>
        {DECIDED_WORDS[decision.verb]} by {decision.by}
      </b>
      <RelativeTime at={decision.at} />
      {decision.reason && <span>“{decision.reason}”</span>}
      <span className="dim">
        {decision.appliedAt ? 'The run has gone on.' : 'The run has not taken it in yet; it is told again until it has.'}
      </span>
      <Link href={`/runs/${review.run}`} prefetch={false}>
        See the run
      </Link>
    </div>
  )
}

interface Props {
  review: ReviewDetail
  changed: boolean
  restoredAt: number | null
  hasTyped: boolean
  onAccept: () => void
  onDiscard: () => void
}

/** What the reviewer must know before deciding: decided elsewhere, withdrawn, changed meanwhile, text brought back. */
export function ReviewNotices({ review, changed, restoredAt, hasTyped, onAccept, onDiscard }: Props) {
  return (
    <div className={styles.notices}>
      <Decided review={review} />
      {review.status === 'withdrawn' && (
        <div className="notice" data-state="wait" role="status">
          <b>No longer needed.</b> The run moved on without this review, so nothing can be decided here.
          <Link href={`/runs/${review.run}`} prefetch={false}>
            See the run
          </Link>
        </div>
      )}
      {changed && (
        <div className="notice" data-state="wait" role="alert">
          <b>The proposal changed while you looked at it.</b> What you see is the new one; what you typed is kept.
          <button type="button" onClick={onAccept}>
            Go on with the new one
          </button>
        </div>
      )}
      {restoredAt !== null && hasTyped && review.status === 'open' && (
        <div className="notice" data-state="run" role="status">
          <b>Your text is back.</b> You typed it <RelativeTime at={new Date(restoredAt).toISOString()} /> and did not send it.
          <button type="button" onClick={onDiscard}>
            Discard it
          </button>
        </div>
      )}
    </div>
  )
}
