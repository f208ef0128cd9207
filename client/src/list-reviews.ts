import { listReviews as queryReviews } from '@countersign/db'
import type { ClientContext } from './context.ts'
import { parseInput } from './parse-input.ts'
import { reviewSummary } from './review-view.ts'
import { reviewFilterSchema } from './schemas/reviews.ts'
import { checkText } from './storable.ts'
import type { Page, ReviewFilter, ReviewSummary } from './types.ts'

/** A filter as queries take it. Throws `invalid_input` for one that makes no sense. */
export function checkFilter({ actor, tenant, user }: ClientContext, input: ReviewFilter) {
  const filter = parseInput(reviewFilterSchema, input)
  checkText('The filter', [filter.text, filter.documentType, filter.run, filter.graph, filter.node, filter.code, filter.group].join(''))
  return { ...filter, tenant, user, roles: actor.roles }
}

/**
 * A page of reviews in the order of `sort`; left out: open ones oldest first, otherwise newest first. Throws `invalid_input` for a
 * malformed filter, and for a cursor of another list or order.
 */
export async function listReviews(context: ClientContext, filter: ReviewFilter = {}): Promise<Page<ReviewSummary>> {
  const page = await queryReviews(context.database.db, checkFilter(context, filter))
  return { items: page.items.map(reviewSummary), next: page.next }
}
