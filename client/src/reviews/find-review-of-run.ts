import { findDecisionByClientKey, findReview, findRun, findVoteByClientKey, listReviewsOfRun } from '@countersign/db'
import { CountersignError } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import { checkId, notFound } from '../not-found.ts'

/**
 * The review that an answer to a run is for: the one that is open; where none is, the last one, so that the caller learns who decided it.
 * A client key that has answered a review of the run means that one. Throws `ambiguous` (`details: {reviews}`) where more than one is
 * open, `conflict` where the run has asked nothing, `not_found`.
 */
export async function findReviewOfRun({ tenant, database: { db } }: ClientContext, run: string, clientKey?: string): Promise<string> {
  checkId('run', run)
  const reviews = await listReviewsOfRun(db, { tenant, run })
  if (reviews.length === 0) {
    if ((await findRun(db, { tenant, run })) === null) throw notFound('run', run)
    throw new CountersignError('conflict', 'The run has not asked anything yet.', { run })
  }
  if (clientKey !== undefined) {
    const answered = (await findDecisionByClientKey(db, { tenant, clientKey })) ?? (await findVoteByClientKey(db, { tenant, clientKey }))
    const review = answered && (await findReview(db, { tenant, review: answered.review }))
    if (review?.run === run) return review.id
  }
  const open = reviews.filter(({ status }) => status === 'open').map(({ id }) => id)
  if (open.length > 1) {
    const message = `${open.length} reviews of this run are open. Say which one you answer: ${open.slice(0, 20).join(', ')}.`
    throw new CountersignError('ambiguous', message, { run, reviews: open.slice(0, 100) })
  }
  return open[0] ?? lastDecided(reviews)
}

/** Oldest first is how they come. */
function lastDecided(reviews: { id: string; decidedAt: Date | null }[]): string {
  const decided = reviews.toSorted((a, b) => (a.decidedAt?.getTime() ?? 0) - (b.decidedAt?.getTime() ?? 0))
  return decided.at(-1)?.id ?? ''
}
