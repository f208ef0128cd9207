import { assignReview as commitAssignment, findPeople, hasPeople, type ReviewRow } from '@countersign/db'
import { CountersignError, roleSchema } from '@countersign/workflows/contract'
import { z } from 'zod'
import type { ClientContext } from '../context.ts'
import { explainLoss } from '../explain-loss.ts'
import { reviewSummary } from '../review-view.ts'
import { checkText } from '../storable.ts'
import type { ReviewSummary } from '../types.ts'
import { findOpenReview } from './find-open-review.ts'
import { readFacts, standingOf } from './standing.ts'

const rolesSchema = z.array(roleSchema)

/**
 * Gives an open review to somebody, or to nobody (null). Where the tenant keeps a list of its people, they must be on it and may
 * decide the review. Says who is to see it first; others may still decide it. Safe to repeat.
 * Throws `invalid_input` for somebody who cannot take it, `already_decided`, `run_ended`, `not_found`.
 */
export async function assignReview(context: ClientContext, review: string, to: string | null): Promise<ReviewSummary> {
  const { tenant, user, database } = context
  const row = await findOpenReview(context, review)
  if (to !== null) await checkAssignee(context, row, to)
  const assigned = await commitAssignment(database.db, { tenant, review, to, by: user })
  if (!assigned) throw (await explainLoss(context, { review })) ?? new CountersignError('conflict', 'The review is not open.', { review })
  return reviewSummary({ ...row, assignee: to })
}

async function checkAssignee(context: ClientContext, row: ReviewRow, to: string): Promise<void> {
  const { tenant, database } = context
  const shown = to.slice(0, 100)
  if (to.trim() === '' || to.length > 100) throw new CountersignError('invalid_input', 'Name one person, in at most 100 characters.')
  checkText('The name', to)
  const [person] = await findPeople(database.db, { tenant, ids: [to] })
  if (!person) {
    if (!(await hasPeople(database.db, { tenant }))) return
    throw new CountersignError('invalid_input', `There is nobody named "${shown}" here. See: countersign users list`, { user: shown })
  }
  const facts = await readFacts({ ...context, user: to }, row)
  const { allowed, why } = standingOf(row, { user: to, roles: rolesSchema.parse(person.roles) }, facts)
  if (!allowed)
    throw new CountersignError('invalid_input', `${shown} may not decide this review. What they would read: ${why}`, { user: shown })
}
