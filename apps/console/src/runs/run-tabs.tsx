import type { AttemptView, ReviewSummary, RunDetail } from '@countersign/client'
import Link from 'next/link'
import { RelativeTime } from '../frame/clock.tsx'
import { duration } from '../frame/relative-time.ts'
import { StateChip } from '../frame/state-chip.tsx'
import styles from './run.module.css'
import { type RunQuery, runHref } from './run-query.ts'

/** State, attempts and reviews: what is shown beside the graph. */
export function RunTabs({ run, query }: { run: RunDetail; query: RunQuery }) {
  const tab = (name: RunQuery['tab'], word: string, count?: number) => (
    <Link
      href={runHref(run.id, query, { tab: name, node: undefined })}
      prefetch={false}
      scroll={false}
      aria-current={query.tab === name ? 'page' : undefined}
    >
      {word} {count !== undefined && <b>{count}</b>}
    </Link>
  )
  return (
    <nav className={styles.tabs} aria-label="Of this run">
      {tab('state', 'State')}
      {tab('attempts', 'Attempts', run.attempts.length)}
      {tab('reviews', 'Reviews', run.reviews.length)}
    </nav>
  )
}

function AttemptRows({ attempt }: { attempt: AttemptView }) {
  const took = attempt.finishedAt ? duration(Date.parse(attempt.finishedAt) - Date.parse(attempt.startedAt)) : ''
  return (
    <>
      <tr>
        <td className="mono">{attempt.node}</td>
        <td>{attempt.step}</td>
        <td>{attempt.fence}</td>
        <td>
          <StateChip state={attempt.status} />
        </td>
        <td>{took}</td>
        <td>
          <RelativeTime at={attempt.startedAt} />
        </td>
      </tr>
      {attempt.error && (
        <tr className="error">
          <td colSpan={6}>
            {attempt.error.code}: {attempt.error.message}
          </td>
        </tr>
      )}
    </>
  )
}

/** Every attempt of every task, or those of one node. */
export function AttemptsTab({ run, query }: { run: RunDetail; query: RunQuery }) {
  const attempts = query.node ? run.attempts.filter((attempt) => attempt.node === query.node) : run.attempts
  return (
    <>
      {query.node && (
        <p className={styles.filtered}>
          Only <span className="mono">{query.node}</span>
          <Link className="link" href={runHref(run.id, query, { node: undefined })} prefetch={false} scroll={false}>
            Show all
          </Link>
        </p>
      )}
      {attempts.length === 0 ? (
        <p className="dim small">{query.node ? 'This node has not run.' : 'Nothing has run yet.'}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              {['node', 'step', 'try', 'state', 'took', 'started'].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {attempts.map((attempt) => (
              <AttemptRows key={`${attempt.checkpoint} ${attempt.task} ${attempt.fence}`} attempt={attempt} />
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

function answerOf(review: ReviewSummary): string {
  if (review.status !== 'decided') return review.reason
  return `${review.verb} by ${review.decidedBy}`
}

/** Where people were asked. */
export function ReviewsTab({ run }: { run: RunDetail }) {
  if (run.reviews.length === 0) return <p className="dim small">Nobody was asked about this run.</p>
  return (
    <ul className={styles.reviews}>
      {run.reviews.map((review) => (
        <li key={review.id}>
          <div>
            <Link href={`/reviews/${review.id}`} prefetch={false}>
              {review.title}
            </Link>
            <StateChip state={review.status} />
          </div>
          <span className="dim small">
            {answerOf(review)} · opened <RelativeTime at={review.openedAt} /> at <span className="mono">{review.node}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
