import { and, eq, inArray } from 'drizzle-orm'
import type { DbOrTx } from '../connect.ts'
import { chunks, documents } from '../schema/index.ts'

export interface ChunkText {
  id: string
  document: string
  name: string
  ordinal: number
  text: string
  heading: string | null
  page: number | null
  vetted: 'none' | 'machine' | 'person'
}

/** Texts of chunks by id, in no order; ids that are unknown, malformed or another tenant's are left out. */
export async function readChunks(db: DbOrTx, where: { tenant: string; chunks: string[] }): Promise<ChunkText[]> {
  const ids = where.chunks.map(Number).filter(Number.isSafeInteger)
  if (ids.length === 0) return []
  const rows = await db
    .select({
      id: chunks.id,
      document: chunks.document,
      name: documents.name,
      ordinal: chunks.ordinal,
      text: chunks.text,
      heading: chunks.heading,
      page: chunks.page,
      vetted: documents.vetted,
    })
    .from(chunks)
    .innerJoin(documents, and(eq(documents.id, chunks.document), eq(documents.tenant, chunks.tenant)))
    .where(and(eq(chunks.tenant, where.tenant), inArray(chunks.id, ids)))
  return rows.map((row) => ({ ...row, id: String(row.id) }))
}
