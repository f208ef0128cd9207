import { assignReview as commitAssignment, findPeople, hasPeople, type ReviewRow } from '@countersign/db'
import { CountersignError, roleSchema, said } from '@countersign/workflows/contract'
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
  if (!assigned) throw (await explainLoss(context, { review })) ?? new CountersignError('conflict', said('reviews.notOpen'), { review })
  return reviewSummary({ ...row, assignee: to })
}

async function checkAssignee(context: ClientContext, row: ReviewRow, to: string): Promise<void> {
  const { tenant, database } = context
  const shown = to.slice(0, 100)
  if (to.trim() === '' || to.length > 100) throw new CountersignError('invalid_input', said('reviews.onePerson'))
  checkText('The name', to)
  const [person] = await findPeople(database.db, { tenant, ids: [to] })
  if (!person) {
    if (!(await hasPeople(database.db, { tenant }))) return
    throw new CountersignError('invalid_input', said('reviews.nobody', { user: shown }), { user: shown })
  }
  const facts = await readFacts({ ...context, user: to }, row)
  const { says } = standingOf(row, { user: to, roles: rolesSchema.parse(person.roles) }, facts)
  if (says !== null) throw new CountersignError('invalid_input', said('reviews.mayNot', { user: shown, why: says }), { user: shown })
}
