import { findReview, type ReviewRow } from '@countersign/db'
import type { ClientContext } from '../context.ts'
import { explainLoss } from '../explain-loss.ts'
import { checkId, notFound } from '../not-found.ts'
import { stillChanging } from './still-changing.ts'

/** The row of an open review. Throws `not_found`; `already_decided`, `run_ended` or `changed_since_shown` where it is not open any more. */
export async function findOpenReview(context: ClientContext, review: string): Promise<ReviewRow> {
  checkId('review', review)
  const { tenant, database } = context
  const row = await findReview(database.db, { tenant, review })
  if (row === null) throw notFound('review', review)
  if (row.status !== 'open') throw (await explainLoss(context, { review })) ?? stillChanging(review)
  return row
}
