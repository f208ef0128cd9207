import { disputeReview, hasDecidedBefore, holdReview, holdRun, insertVote, listVotes, type ReviewRow } from '@countersign/db'
import { newVoteId, reviewPolicySchema } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import { reviewSummary } from '../review-view.ts'
import type { Decided } from '../types.ts'
import { type Answer, commitAnswer, mindsWhoDecidedBefore, unlessKeyIsUsed } from './answer.ts'
import { checkStanding } from './standing.ts'

/**
 * One answer to a review that needs several. Answers are the same where verb and value are; with the last that is needed the review is
 * decided, with the first that differs it is handed to one person who settles it. All in one transaction that holds the review, so that
 * any number of people at once are counted right. Null: something came first, and nothing was written.
 */
export async function castVote(context: ClientContext, row: ReviewRow, answer: Answer): Promise<Decided | null> {
  const { user, database } = context
  const { tenant, run, id: review, round, quorum } = row
  const minds = mindsWhoDecidedBefore(row)
  const outcome = await unlessKeyIsUsed(() =>
    database.db.transaction(async (tx) => {
      if (minds) await holdRun(tx, row)
      if (!(await holdReview(tx, { seen: row, by: user }))) return null
      const votes = await listVotes(tx, { tenant, review, round })
      checkStanding(row, context.actor, { votes, decidedBefore: minds && (await hasDecidedBefore(tx, { tenant, review, user })) })
      const { agreeing, given, voters } = await insertVote(tx, { ...answer, id: newVoteId(), seen: row, by: user })
      if (agreeing >= quorum) return await commitAnswer(tx, user, row, { ...answer, facts: { ...answer.facts, voters } })
      const role = reviewPolicySchema.parse(row.policy).disputes ?? 'approver'
      if (given > agreeing) await disputeReview(tx, { seen: row, role, by: user })
      return votedOn(given > agreeing ? { ...row, disputed: true, assignee: null } : row)
    }),
  )
  if (outcome?.outcome === 'decided') context.deliveries.begin({ topic: 'decided', tenant, run, review })
  return outcome
}

const votedOn = (row: ReviewRow): Decided => ({
  decision: null,
  review: reviewSummary({ ...row, claimedBy: null, claimedUntil: null }),
  outcome: 'voted',
  repeated: false,
})
