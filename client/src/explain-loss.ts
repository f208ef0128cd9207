import { ENDED_STATUSES, findReview, findRun } from '@countersign/db'
import { CountersignError, type DecideInput } from '@countersign/workflows/contract'
import type { ClientContext } from './context.ts'
import { notFound } from './not-found.ts'

/** Why a decision was not taken, for the one who sent it: who was first, or what changed. */
export async function explainLoss({ tenant, database: { db } }: ClientContext, wanted: DecideInput): Promise<CountersignError> {
  const review = await findReview(db, { tenant, review: wanted.review })
  if (review === null) return notFound('review', wanted.review)
  if (review.status === 'decided') {
    const details = { by: review.decidedBy, at: review.decidedAt?.toISOString() ?? null, verb: review.verb }
    return new CountersignError('already_decided', `${details.by} decided this review at ${details.at}: ${details.verb}.`, details)
  }
  const run = await findRun(db, { tenant, run: review.run })
  if (run === null || ENDED_STATUSES.includes(run.status)) {
    const status = run?.status ?? 'gone'
    return new CountersignError('run_ended', `The run has ended (${status}), so this review needs no decision any more.`, {
      run: review.run,
      status,
    })
  }
  if (review.status === 'withdrawn') {
    return new CountersignError('changed_since_shown', 'The run has moved on and withdrew this review. See its newest reviews.', {
      run: review.run,
    })
  }
  return new CountersignError('changed_since_shown', 'The proposal changed after you opened it. Load the review again.', {
    shownHash: review.shownHash,
  })
}
