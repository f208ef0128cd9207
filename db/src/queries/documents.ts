import type { DocumentKind } from '@countersign/workflows/contract'
import { and, eq, getTableColumns, type InferSelectModel, ilike, sql } from 'drizzle-orm'
import type { DbOrTx } from '../connect.ts'
import { documents } from '../schema/index.ts'
import { containsPattern, cutPage, decodeCursor, pageSize } from './keyset.ts'

export type DocumentRow = InferSelectModel<typeof documents> & { sources: string[]; chunks: number }

/** One revision of a document as received: its bytes' hash and what they are. */
export interface Revision {
  tenant: string
  hash: string
  name: string
  kind: DocumentKind
  bytes: number
  run: string
}

const { extraction: _extraction, ...listColumns } = getTableColumns(documents)
const columns = {
  ...listColumns,
  // Spelled out: drizzle leaves the table's name off the columns of a selection, and inside these another table would answer.
  sources: sql<string[]>`array(
    select s.uri from countersign.document_sources s
    where s.tenant = countersign.documents.tenant and s.document = countersign.documents.id order by s.seen_at, s.uri)`,
  chunks: sql<number>`(
    select count(*)::int from countersign.chunks c
    where c.tenant = countersign.documents.tenant and c.document = countersign.documents.id)`,
}
export type DocumentListRow = Omit<DocumentRow, 'extraction'>

export async function findDocument(db: DbOrTx, where: { tenant: string; document: string }): Promise<DocumentListRow | null> {
  const rows = await db
    .select(columns)
    .from(documents)
    .where(and(eq(documents.tenant, where.tenant), eq(documents.id, where.document)))
  return rows[0] ?? null
}

/** A page of documents, newest first. */
export async function listDocuments(
  db: DbOrTx,
  filter: { tenant: string; text?: string; after?: string; limit?: number },
): Promise<{ items: DocumentListRow[]; next: string | null }> {
  const limit = pageSize(filter.limit)
  const after = filter.after === undefined ? null : decodeCursor(filter.after)
  const rows = await db
    .select(columns)
    .from(documents)
    .where(
      and(
        eq(documents.tenant, filter.tenant),
        filter.text ? ilike(documents.name, containsPattern(filter.text)) : undefined,
        after
          ? sql`${documents.createdAt} <= ${after.at.toISOString()}::timestamptz
              and (${documents.createdAt} < ${after.at.toISOString()}::timestamptz or ${documents.id} > ${after.id})`
          : undefined,
      ),
    )
    .orderBy(sql`${documents.createdAt} desc nulls last`, documents.id)
    .limit(limit + 1)
  return cutPage(rows, limit, (row) => ({ at: row.createdAt, id: row.id }))
}

/**
 * The document whose newest bytes have this hash, with the state of its last run. Until the transaction ends nobody else gets
 * past here with these bytes, whether the document is there yet or not.
 */
export async function lockDocumentByHash(
  tx: DbOrTx,
  where: { tenant: string; hash: string },
): Promise<{ id: string; run: string | null; runStatus: string | null } | null> {
  // A row lock is not enough: who waited for one would see the newest document beside runs as they were before the wait,
  // and while there is no row there is nothing to wait for.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${where.tenant} ${where.hash}`}, 0))`)
  const runStatus = sql<string | null>`(
    select r.status from countersign.runs r where r.tenant = countersign.documents.tenant and r.id = countersign.documents.run)`
  const rows = await tx
    .select({ id: documents.id, run: documents.run, runStatus })
    .from(documents)
    .where(and(eq(documents.tenant, where.tenant), eq(documents.hash, where.hash)))
    .for('update')
  return rows[0] ?? null
}

/** Inserts a document; a document with these bytes breaks the unique index `documents_hash`. */
export async function insertDocument(
  tx: DbOrTx,
  document: Revision & { id: string; documentType: string | null; language: string | null },
): Promise<void> {
  await tx.insert(documents).values(document)
}

/** Makes `revision` the newest one of a document; what is indexed stays until the new run has indexed it. */
export async function reviseDocument(tx: DbOrTx, revision: Revision & { document: string }): Promise<boolean> {
  const { tenant, document, ...values } = revision
  const rows = await tx
    .update(documents)
    .set({ ...values, updatedAt: sql`now()` })
    .where(and(eq(documents.tenant, tenant), eq(documents.id, document)))
    .returning({ id: documents.id })
  return rows.length > 0
}
