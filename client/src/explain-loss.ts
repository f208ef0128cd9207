import { ENDED_STATUSES, findReview, findRun, type ReviewRow } from '@countersign/db'
import { CountersignError, said } from '@countersign/workflows/contract'
import type { ClientContext } from './context.ts'
import { notFound } from './not-found.ts'

/**
 * Why a write to a review was not taken, for the one who sent it: who was first, who holds it, or what changed. `shownHash`: what the
 * caller had seen. Null where nothing stands in the way any more; trying again can help.
 */
export async function explainLoss(
  { tenant, user, database: { db } }: ClientContext,
  seen: { review: string; shownHash?: string },
): Promise<CountersignError | null> {
  const review = await findReview(db, { tenant, review: seen.review })
  if (review === null) return notFound('review', seen.review)
  if (review.status === 'decided') {
    const details = { by: review.decidedBy ?? '', at: review.decidedAt?.toISOString() ?? '', verb: review.verb ?? '' }
    return new CountersignError('already_decided', said('decide.already', details), details)
  }
  const run = await findRun(db, { tenant, run: review.run })
  if (run === null || ENDED_STATUSES.includes(run.status)) {
    const status = run?.status ?? 'gone'
    return new CountersignError('run_ended', said('decide.runEnded', { status }), { run: review.run, status })
  }
  if (review.status === 'withdrawn') {
    return new CountersignError('changed_since_shown', said('decide.withdrawn'), { run: review.run })
  }
  if (seen.shownHash !== undefined && seen.shownHash !== review.shownHash) {
    return new CountersignError('changed_since_shown', said('decide.changed'), { shownHash: review.shownHash, round: review.round })
  }
  return heldByOther(review, user)
}

/** `claimed_by_other` where somebody else holds the lease now; else null. */
export function heldByOther({ id, claimedBy, claimedUntil }: ReviewRow, user: string): CountersignError | null {
  if (claimedBy === null || claimedBy === user || claimedUntil === null || claimedUntil.getTime() <= Date.now()) return null
  const until = claimedUntil.toISOString()
  return new CountersignError('claimed_by_other', said('decide.held', { by: claimedBy, until }), { review: id, by: claimedBy, until })
}
