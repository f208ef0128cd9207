import { findDecisionByClientKey, findReview, findVoteByClientKey, wasEscalatedWith } from '@countersign/db'
import { CountersignError, said } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import type { Wanted } from '../decide-review.ts'
import { notFound } from '../not-found.ts'
import { reviewSummary } from '../review-view.ts'
import type { Decided } from '../types.ts'

/** The answer given to this client key before, if any. Throws `invalid_input` when that was for another review. */
export async function findRepeated(context: ClientContext, { review, clientKey }: Wanted): Promise<Decided | null> {
  if (clientKey === undefined) return null
  const { tenant, database } = context
  const earlier = await findAnswer(context, review, clientKey)
  if (earlier === null) return null
  if (earlier.review !== review) {
    throw new CountersignError('invalid_input', said('decide.clientKey', { key: clientKey }), { clientKey })
  }
  const row = await findReview(database.db, { tenant, review })
  if (row === null) throw notFound('review', review)
  const { decision, outcome } = earlier
  return { decision, outcome, review: reviewSummary(row), repeated: true }
}

type Earlier = Pick<Decided, 'decision' | 'outcome'> & { review: string }

async function findAnswer({ tenant, database: { db } }: ClientContext, review: string, clientKey: string): Promise<Earlier | null> {
  const decision = await findDecisionByClientKey(db, { tenant, clientKey })
  if (decision) return { decision: decision.id, outcome: 'decided', review: decision.review }
  const vote = await findVoteByClientKey(db, { tenant, clientKey })
  if (vote) return { decision: null, outcome: 'voted', review: vote.review }
  const escalated = await wasEscalatedWith(db, { tenant, review, clientKey })
  return escalated ? { decision: null, outcome: 'escalated', review } : null
}
