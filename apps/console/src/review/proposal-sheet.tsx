import type { ReviewDetail } from '@countersign/client'
import Link from 'next/link'
import styles from './review.module.css'

/** The left side of a review without a document: what was asked, as the graph put it. */
export function ProposalSheet({ review }: { review: ReviewDetail }) {
  const { proposal } = review.request
  return (
    <section className={styles.proposal} aria-label="Request">
      <div className={styles.sheet}>
        <h2>
          Asked by <span className="mono">{review.node}</span>
        </h2>
        <p>{review.reason || review.title}</p>
      </div>
      {proposal !== null && (
        <div className={styles.sheet}>
          <h2>What the run would go on with</h2>
          <pre>{typeof proposal === 'string' ? proposal : JSON.stringify(proposal, null, 2)}</pre>
        </div>
      )}
      <p className="small dim">
        The state around it is on the{' '}
        <Link className="link" href={`/runs/${review.run}`} prefetch={false}>
          run’s page
        </Link>
        .
      </p>
    </section>
  )
}
