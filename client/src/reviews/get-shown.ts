import { findReview, findShown } from '@countersign/db'
import { CountersignError, type ReviewRequest, reviewRequestSchema, said } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import { checkId, notFound } from '../not-found.ts'

/** What a reviewer was shown under this hash: the review as it is now, or as it was decided on or before it changed. Throws `not_found`. */
export async function getShown({ tenant, database: { db } }: ClientContext, review: string, hash: string): Promise<ReviewRequest> {
  checkId('review', review)
  const row = await findReview(db, { tenant, review })
  if (row === null) throw notFound('review', review)
  const request = row.shownHash === hash ? row.request : /^[\w-]{1,200}$/.test(hash) ? await findShown(db, { tenant, hash }) : null
  if (request !== null) return reviewRequestSchema.parse(request)
  throw new CountersignError('not_found', said('reviews.notKept', { hash: hash.slice(0, 100) }), { review })
}
