import { findReview, findNeighbours as queryNeighbours } from '@countersign/db'
import type { ClientContext } from './context.ts'
import { checkId, notFound } from './not-found.ts'
import { checkText } from './storable.ts'
import type { ReviewFilter } from './types.ts'

/**
 * Where a review stands among the open ones under a filter, which it need not match or be open itself.
 * `position` counts from 1 and `total` counts this review too. Throws `not_found`.
 */
export async function findNeighbours(
  { tenant, database: { db } }: ClientContext,
  review: string,
  filter: ReviewFilter = {},
): Promise<{ previous: string | null; next: string | null; position: number; total: number }> {
  checkId('review', review)
  checkText('The filter', [filter.text, filter.documentType, filter.run].join(''))
  const row = await findReview(db, { tenant, review })
  if (row === null) throw notFound('review', review)
  const found = await queryNeighbours(db, { ...filter, tenant, review, openedAt: row.openedAt })
  return { previous: found.previous, next: found.next, position: found.before + 1, total: found.others + 1 }
}
