import { findReview, findNeighbours as queryNeighbours } from '@countersign/db'
import type { ClientContext } from './context.ts'
import { checkFilter } from './list-reviews.ts'
import { checkId, notFound } from './not-found.ts'
import type { Neighbours, ReviewFilter } from './types.ts'

/**
 * Where a review stands among the open ones under a filter and in its order; it need not match or be open itself. `next` leaves out
 * what somebody else has claimed. `position` counts from 1 and `total` counts this review too; both stop at 10,001 (under a frequent text at 1,001). Throws `not_found`.
 */
export async function findNeighbours(context: ClientContext, review: string, filter: ReviewFilter = {}): Promise<Neighbours> {
  checkId('review', review)
  const conditions = checkFilter(context, filter)
  const { db } = context.database
  const row = await findReview(db, { tenant: context.tenant, review })
  if (row === null) throw notFound('review', review)
  const found = await queryNeighbours(db, { ...conditions, row })
  return { previous: found.previous, next: found.next, position: found.before + 1, total: found.others + 1 }
}
