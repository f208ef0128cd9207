import type { ReviewDetail } from '@countersign/client'
import Link from 'next/link'
import { ScrollArea } from '../frame/scroll-area.tsx'
import type { FieldValue } from './field-value.ts'
import styles from './review.module.css'

/** The left side of a review without a document: what was asked, and what the run would go on with, edits included. */
export function ProposalSheet({ review, value }: { review: ReviewDetail; value: FieldValue }) {
  return (
    <ScrollArea className={styles.proposal} label="Request">
      <div className={styles.sheet}>
        <h2>
          Asked by <span className="mono">{review.node}</span>
        </h2>
        <p>{review.reason || review.title}</p>
      </div>
      {value !== null && (
        <div className={styles.sheet}>
          <h2>What the run would go on with</h2>
          <pre>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>
        </div>
      )}
      <p className="small dim">
        The state around it is on the{' '}
        <Link className="link inline" href={`/runs/${review.run}`} prefetch={false}>
          run’s page
        </Link>
        .
      </p>
    </ScrollArea>
  )
}
