import { countOpenReviews } from '@countersign/db'
import type { ClientContext } from './context.ts'
import type { ReviewCounts } from './types.ts'

/** Open reviews by kind and by document type; those without a document type are only in `open` and `byKind`. */
export async function countReviews({ tenant, database }: ClientContext): Promise<ReviewCounts> {
  const counts = { open: 0, byKind: new Map<string, number>(), byDocumentType: new Map<string, number>() }
  for (const { kind, documentType, count } of await countOpenReviews(database.db, { tenant })) {
    counts.open += count
    counts.byKind.set(kind, (counts.byKind.get(kind) ?? 0) + count)
    if (documentType !== null) counts.byDocumentType.set(documentType, (counts.byDocumentType.get(documentType) ?? 0) + count)
  }
  return {
    open: counts.open,
    byKind: Object.fromEntries(counts.byKind),
    byDocumentType: Object.fromEntries(counts.byDocumentType),
    overdue: 0,
    dueSoon: 0,
    mine: 0,
    assigned: 0,
  }
}
