import { countOpenReviews, countPressingReviews } from '@countersign/db'
import type { ClientContext } from './context.ts'
import type { ReviewCounts } from './types.ts'

/**
 * Open reviews by kind and by document type (those without one are only in `open` and `byKind`), past their deadline, due within the
 * hour, claimed by the caller, and given to the caller. Exact, from indexes alone.
 */
export async function countReviews({ tenant, user, database: { db } }: ClientContext): Promise<ReviewCounts> {
  const [groups, pressing] = await Promise.all([countOpenReviews(db, { tenant }), countPressingReviews(db, { tenant, user })])
  const counts = { open: 0, byKind: new Map<string, number>(), byDocumentType: new Map<string, number>() }
  for (const { kind, documentType, count } of groups) {
    counts.open += count
    counts.byKind.set(kind, (counts.byKind.get(kind) ?? 0) + count)
    if (documentType !== null) counts.byDocumentType.set(documentType, (counts.byDocumentType.get(documentType) ?? 0) + count)
  }
  return {
    open: counts.open,
    byKind: Object.fromEntries(counts.byKind),
    byDocumentType: Object.fromEntries(counts.byDocumentType),
    ...pressing,
  }
}
