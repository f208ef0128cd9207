import type { RunDetail } from '@countersign/client'
import Link from 'next/link'
import { RelativeTime } from '../frame/clock.tsx'
import { CopyId } from '../frame/copy-command.tsx'
import { StateChip } from '../frame/state-chip.tsx'
import styles from './run.module.css'

/** The review one should look at first: an incident, else whatever waits. */
function openReview(run: RunDetail): { id: string; word: string } | null {
  const open = run.reviews.filter((review) => review.status === 'open')
  const incident = open.find((review) => review.kind === 'incident')
  if (incident) return { id: incident.id, word: 'Open incident' }
  return open[0] ? { id: open[0].id, word: open.length === 1 ? 'Open review' : `Open first of ${open.length} reviews` } : null
}

/** What ran, by whom, since when, how it stands; and the error on top where it is parked. */
export function RunHead({ run }: { run: RunDetail }) {
  const review = openReview(run)
  return (
    <>
      <div className={styles.head}>
        <h1>{run.title}</h1>
        <StateChip state={run.status} />
        <span className="dim">
          {run.graph} v{run.version} · started <RelativeTime at={run.createdAt} /> by {run.createdBy} · <CopyId id={run.id} />
        </span>
        {run.parentRun && (
          <Link className="dim under" href={`/runs/${run.parentRun}`} prefetch={false}>
            forked from another run
          </Link>
        )}
        <span className="grow" />
        {run.document && (
          <Link className="btn quiet" href={`/documents/${run.document}`} prefetch={false}>
            Document
          </Link>
        )}
        {review && (
          <Link className="btn" href={`/reviews/${review.id}`} prefetch={false}>
            {review.word}
          </Link>
        )}
      </div>
      <div className={styles.notices}>
        {run.error && (
          <div className="notice" data-state="park" role="status">
            <b>
              {run.status === 'parked' ? 'Stopped' : 'Failed'}
              {run.error.node && ` at ${run.error.node}`}
            </b>
            <span>{run.error.message}</span>
            <span className="dim mono">{run.error.code}</span>
            {review && (
              <Link href={`/reviews/${review.id}`} prefetch={false}>
                See the ways out
              </Link>
            )}
          </div>
        )}
      </div>
    </>
  )
}
