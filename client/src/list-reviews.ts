import { listReviews as queryReviews } from '@countersign/db'
import type { ClientContext } from './context.ts'
import { reviewSummary } from './review-view.ts'
import { checkText } from './storable.ts'
import type { Page, ReviewFilter, ReviewSummary } from './types.ts'

/** A page of reviews: with status `open` oldest first, otherwise newest first. Throws `invalid_input` for a malformed cursor or limit. */
export async function listReviews({ tenant, database }: ClientContext, filter: ReviewFilter = {}): Promise<Page<ReviewSummary>> {
  checkText('The filter', [filter.text, filter.documentType, filter.run].join(''))
  const page = await queryReviews(database.db, { ...filter, tenant })
  return { items: page.items.map(reviewSummary), next: page.next }
}
