import type { DocumentListRow } from '@countersign/db'
import type { DocumentView } from './types.ts'

export function documentView(row: DocumentListRow): DocumentView {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    bytes: row.bytes,
    hash: row.hash,
    documentType: row.documentType,
    language: row.language,
    pages: row.pages,
    vetted: row.vetted,
    run: row.run,
    sources: row.sources,
    indexedAt: row.indexedAt?.toISOString() ?? null,
    chunks: row.chunks,
    hold: row.hold,
    createdAt: row.createdAt.toISOString(),
  }
}
