'use client'

import type { ReviewDetail } from '@countersign/client'
import Link from 'next/link'
import styles from './review.module.css'

interface Props {
  review: ReviewDetail
  changes: number
  blocked: boolean
  next: string | null
  inbox: string
  /** Null where the page offers its own ways. */
  onApprove: (() => void) | null
  onReject: () => void
  onEdit: (() => void) | null
  onAbort: (() => void) | null
}

function approveWord(changes: number): string {
  if (changes === 0) return 'Approve'
  return changes === 1 ? 'Approve with your change' : `Approve with your ${changes} changes`
}

/** What can be done with the review, each with its key. */
export function ActionBar({ review, changes, blocked, next, inbox, onApprove, onReject, onEdit, onAbort }: Props) {
  const can = (verb: ReviewDetail['request']['verbs'][number]) => review.request.verbs.includes(verb)
  if (review.status !== 'open') {
    return (
      <div className={styles.bar}>
        <Link className="btn primary" href={next ?? inbox} prefetch={false}>
          {next ? 'Next review' : 'Back to the inbox'} {next && <kbd>j</kbd>}
        </Link>
      </div>
    )
  }
  return (
    <div className={styles.bar}>
      {onApprove && (can('approve') || (can('edit') && changes > 0)) && (
        <button type="button" className="btn primary" aria-disabled={blocked} onClick={onApprove}>
          {approveWord(changes)} <kbd>a</kbd>
        </button>
      )}
      {can('reject') && (
        <button type="button" className="btn" aria-disabled={blocked} onClick={onReject}>
          Send back <kbd>r</kbd>
        </button>
      )}
      {onEdit && can('edit') && (
        <button type="button" className="btn quiet" onClick={onEdit}>
          Edit <kbd>e</kbd>
        </button>
      )}
      {onAbort && can('abort') && (
        <button type="button" className="btn quiet" aria-disabled={blocked} onClick={onAbort}>
          Abort the run
        </button>
      )}
      <span className="grow" />
      <span className={styles.hint}>
        Nothing is sent for 5 s after you decide. <kbd>u</kbd> undoes.
      </span>
    </div>
  )
}
