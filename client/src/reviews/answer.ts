import { commitDecision, type DbOrTx, holdRun, type ReviewRow, violatedIndex } from '@countersign/db'
import { type DecideInput, newDecisionId, reviewPolicySchema, type Verb } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import { reviewSummary } from '../review-view.ts'
import type { Decided } from '../types.ts'

/** An answer that fits its review. */
export interface Answer {
  verb: Verb
  /** What the node gets. */
  value: unknown
  reason: string | null
  node: string | null
  clientKey: string | null
  /** Where a person found what an edit changed, by field name. */
  evidence: DecideInput['evidence'] | null
  /** What else the audit entry holds. */
  facts: Record<string, unknown>
}

/** Decides a review that needs no other answers. Null: somebody or something came first, and nothing was written. */
export async function takeAnswer(context: ClientContext, row: ReviewRow, answer: Answer): Promise<Decided | null> {
  const { db } = context.database
  const decided = await unlessKeyIsUsed(() =>
    mindsWhoDecidedBefore(row)
      ? db.transaction(async (tx) => {
          // One after the other, or one person could decide two reviews of the run at the same moment.
          await holdRun(tx, row)
          return await commitAnswer(tx, context.user, row, answer)
        })
      : commitAnswer(db, context.user, row, answer),
  )
  if (decided) context.deliveries.begin({ topic: 'decided', tenant: row.tenant, run: row.run, review: row.id })
  return decided
}

/** The decision itself, within a transaction or as one. */
export async function commitAnswer(db: DbOrTx, by: string, row: ReviewRow, answer: Answer): Promise<Decided | null> {
  const id = newDecisionId()
  const decidedAt = await commitDecision(db, { ...answer, id, seen: row, by, notBefore: mindsWhoDecidedBefore(row) })
  if (decidedAt === null) return null
  const closed = { status: 'decided' as const, decidedAt, decidedBy: by, verb: answer.verb, claimedBy: null, claimedUntil: null }
  return { decision: id, review: reviewSummary({ ...row, ...closed }), outcome: 'decided', repeated: false }
}

export const mindsWhoDecidedBefore = ({ policy }: ReviewRow): boolean => reviewPolicySchema.parse(policy).notBefore === true

/** Null where the client key has been used: whoever asks finds out for what. */
export async function unlessKeyIsUsed<T>(write: () => Promise<T | null>): Promise<T | null> {
  try {
    return await write()
  } catch (error) {
    const index = violatedIndex(error)
    if (index === 'decisions_client_key' || index === 'votes_client_key') return null
    throw error
  }
}
