import {
  type DbOrTx,
  ENDED_STATUSES,
  fenceDecision,
  findReview,
  findRun,
  holdLiveRun,
  listVotes,
  type ReviewRow,
  reopenReview,
  shownHashOf,
  violatedIndex,
} from '@countersign/db'
import { CountersignError, said } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import { checkId, notFound } from '../not-found.ts'
import { reviewSummary } from '../review-view.ts'
import { checkText } from '../storable.ts'
import type { ReviewSummary } from '../types.ts'
import { mindsWhoDecidedBefore } from './answer.ts'

const LONGEST_REASON = 4_000

/**
 * Opens a decided review again for a second look, while no attempt of its node can have read the decision. The decision stays on
 * record as withdrawn; the review counts another round and shows another hash, so that what was prepared for the round before is
 * refused. Where the policy minds who decided before, that is somebody else's turn.
 * Throws `run_passed` (`details: {run, checkpoint}`) where the run has taken the decision in: fork it there. `conflict` for a review
 * that is not decided, `invalid_input` without a reason, `not_found`. A second call finds the review open: `conflict`.
 */
export async function sendBackReview(context: ClientContext, review: string, reason: string): Promise<ReviewSummary> {
  const why = reason.trim()
  if (why === '' || why.length > LONGEST_REASON)
    throw new CountersignError('invalid_input', said('reviews.backReason', { most: LONGEST_REASON }))
  checkText('The reason', why)
  checkId('review', review)
  const { tenant, database } = context
  const row = await findReview(database.db, { tenant, review })
  if (row === null) throw notFound('review', review)
  if (row.status !== 'decided') throw notDecided(row)
  const reopened = (await tryToReopen(context, row, why)) && (await findReview(database.db, { tenant, review }))
  if (!reopened) throw await whyNot(context, review)
  return reviewSummary(reopened)
}

/** False: somebody or something came first. Nothing is written then. */
async function tryToReopen({ tenant, user, database }: ClientContext, row: ReviewRow, reason: string): Promise<boolean> {
  const { id: review, run, round } = row
  const nothing = new Error('nothing is written')
  try {
    await database.db.transaction(async (tx) => {
      const standing = await fenceDecision(tx, { tenant, review, by: user })
      if (standing === null || !(await holdLiveRun(tx, { tenant, run }))) throw nothing
      const excluded = await whoIsExcluded(tx, row, standing.by)
      const shownHash = shownHashOf(row.request, round + 1)
      const { decision } = standing
      if (!(await reopenReview(tx, { tenant, review, decision, shownHash, excluded, reason, by: user }))) throw nothing
    })
    return true
  } catch (error) {
    if (error === nothing || violatedIndex(error) === 'attempts_run_checkpoint_task_fence_pk') return false
    throw error
  }
}

/** Whoever decided, where the policy minds that; and whoever's answer is part of a dispute that somebody else settles. */
async function whoIsExcluded(tx: DbOrTx, row: ReviewRow, by: string): Promise<string[]> {
  const minds = mindsWhoDecidedBefore(row)
  if (!minds && !row.disputed) return row.excluded
  const votes = await listVotes(tx, { tenant: row.tenant, review: row.id, round: row.round })
  return [...new Set([...row.excluded, ...(minds ? [by] : []), ...votes.map((vote) => vote.by)])]
}

async function whyNot({ tenant, database: { db } }: ClientContext, review: string): Promise<CountersignError> {
  const row = await findReview(db, { tenant, review })
  if (row === null) return notFound('review', review)
  if (row.status !== 'decided') return notDecided(row)
  const run = await findRun(db, { tenant, run: row.run })
  const where = { run: row.run, checkpoint: row.checkpoint }
  if (run === null || ENDED_STATUSES.includes(run.status)) return new CountersignError('run_passed', said('reviews.runEnded'), where)
  return new CountersignError('run_passed', said('reviews.takenUp'), where)
}

const notDecided = ({ id, status }: ReviewRow): CountersignError =>
  new CountersignError('conflict', said(status === 'open' ? 'reviews.open' : 'reviews.movedOn'), { review: id, status })
