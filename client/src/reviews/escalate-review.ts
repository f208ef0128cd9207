import { escalateReview, type ReviewRow } from '@countersign/db'
import type { Role } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import type { Wanted } from '../decide-review.ts'
import { reviewSummary } from '../review-view.ts'
import type { Decided } from '../types.ts'

/** Hands a review to a role. Null: something came first, and nothing was written. */
export async function escalate(
  context: ClientContext,
  row: ReviewRow,
  { role, reason, clientKey }: Wanted & { role: Role },
  ticket: string | null,
): Promise<Decided | null> {
  const handed = await escalateReview(context.database.db, {
    seen: row,
    role,
    reason: reason?.trim() ?? '',
    by: context.user,
    clientKey: clientKey ?? null,
    ticket,
  })
  if (!handed) return null
  const review = reviewSummary({ ...row, assignee: null, claimedBy: null, claimedUntil: null })
  return { decision: null, review, outcome: 'escalated', repeated: false }
}
