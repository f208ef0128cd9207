import { and, eq, sql } from 'drizzle-orm'
import type { DbOrTx } from '../connect.ts'
import { documentSources } from '../schema/index.ts'

/** The document that came from this path or URL the last time, or null. */
export async function findDocumentOfSource(db: DbOrTx, where: { tenant: string; uri: string }): Promise<string | null> {
  const rows = await db
    .select({ document: documentSources.document })
    .from(documentSources)
    .where(and(eq(documentSources.tenant, where.tenant), eq(documentSources.uri, where.uri)))
  return rows[0]?.document ?? null
}

/** Records where a document came from; a source that now holds another document's bytes moves to that one. */
export async function recordSource(db: DbOrTx, source: { tenant: string; uri: string; document: string }): Promise<void> {
  await db
    .insert(documentSources)
    .values(source)
    .onConflictDoUpdate({
      target: [documentSources.tenant, documentSources.uri],
      set: { document: source.document, seenAt: sql`now()` },
    })
}
