import type { ChunkKind } from '@countersign/workflows/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Db, DbOrTx } from '../connect.ts'
import { announceChanges } from '../notify.ts'
import { chunks, documents, indexes, runs } from '../schema/index.ts'

/** Rows per INSERT: a few thousand parameters, far below Postgres' 65,535. */
const BATCH = 200
const INDEX = 'default'

export interface NewChunk {
  text: string
  heading: string | null
  page: number | null
  kind: ChunkKind
  context: string | null
  start: number
  end: number
  terms: string
  embedding: number[]
}

export interface IndexDocument {
  tenant: string
  document: string
  run: string
  /** The revision the chunks were made from. */
  hash: string
  /** Stable over attempts of one task: the second attempt changes nothing. */
  effect: string
  model: string
  dimension: number
  documentType: string
  language: string | null
  pages: number
  extraction: unknown
  vetted: 'machine' | 'person'
  /** Which parts could not be read, as a sentence; null: all were. */
  partial: string | null
  chunks: readonly NewChunk[]
}

/**
 * `indexed`: now searchable. `repeated`: this very task had done it. Else nothing was changed: `missing` document;
 * `superseded` by newer bytes or by a newer run; `mismatch` with the model or dimension the index was made with.
 */
export type IndexOutcome =
  | { outcome: 'indexed' | 'repeated' | 'missing' }
  | { outcome: 'superseded'; by: 'revision' | 'run' }
  | { outcome: 'mismatch'; model: string; dimension: number }

/**
 * Replaces what is searchable of a document, in one transaction under a lock on its row: readers see the old chunks or the new,
 * never a mixture, and of two runs the newer one wins whatever their order.
 */
export async function indexDocument(db: Db, input: IndexDocument): Promise<IndexOutcome> {
  return await db.transaction(async (tx) => {
    const refusal = await refuse(tx, input)
    if (refusal !== null) return refusal
    const index = await openIndex(tx, input)
    if (index.model !== input.model || index.dimension !== input.dimension) return { outcome: 'mismatch', ...index }
    await replaceChunks(tx, input)
    await markIndexed(tx, input)
    await announceChanges(tx, [{ tenant: input.tenant, kind: 'document', id: input.document, run: input.run }])
    return { outcome: 'indexed' }
  })
}

async function refuse(tx: DbOrTx, input: IndexDocument): Promise<IndexOutcome | null> {
  const [row] = await tx
    .select({ hash: documents.hash, indexedRun: documents.indexedRun, indexedHash: documents.indexedHash, effect: documents.indexedEffect })
    .from(documents)
    .where(and(eq(documents.tenant, input.tenant), eq(documents.id, input.document)))
    .for('update')
  if (row === undefined) return { outcome: 'missing' }
  if (row.effect === input.effect) return { outcome: 'repeated' }
  if (row.hash !== input.hash) return { outcome: 'superseded', by: 'revision' }
  const newerRun = row.indexedRun !== null && row.indexedHash === input.hash && (await isOlder(tx, input, row.indexedRun))
  return newerRun ? { outcome: 'superseded', by: 'run' } : null
}

/** Whether this run was made before `other`. Runs are compared by age, so that a fork may replace what its parent indexed. */
async function isOlder(tx: DbOrTx, input: IndexDocument, other: string): Promise<boolean> {
  if (other === input.run) return false
  const [row] = await tx
    .select({
      older: sql<boolean>`${runs.createdAt} < (select o.created_at from ${runs} o where o.tenant = ${input.tenant} and o.id = ${other})`,
    })
    .from(runs)
    .where(and(eq(runs.tenant, input.tenant), eq(runs.id, input.run)))
  return row?.older === true
}

async function openIndex(tx: DbOrTx, input: IndexDocument): Promise<{ model: string; dimension: number }> {
  const { tenant, model, dimension } = input
  await tx.insert(indexes).values({ tenant, name: INDEX, model, dimension }).onConflictDoNothing()
  const [row] = await tx
    .select({ model: indexes.model, dimension: indexes.dimension })
    .from(indexes)
    .where(and(eq(indexes.tenant, tenant), eq(indexes.name, INDEX)))
  return row ?? { model, dimension }
}

async function replaceChunks(tx: DbOrTx, input: IndexDocument): Promise<void> {
  await tx.delete(chunks).where(and(eq(chunks.tenant, input.tenant), eq(chunks.document, input.document)))
  const rows = input.chunks.map((chunk, ordinal) => ({ ...chunk, ordinal, tenant: input.tenant, document: input.document, index: INDEX }))
  for (let at = 0; at < rows.length; at += BATCH) await tx.insert(chunks).values(rows.slice(at, at + BATCH))
}

async function markIndexed(tx: DbOrTx, input: IndexDocument): Promise<void> {
  await tx
    .update(documents)
    .set({
      run: input.run,
      documentType: input.documentType,
      language: input.language,
      pages: input.pages,
      extraction: input.extraction,
      vetted: input.vetted,
      indexedHash: input.hash,
      indexedRun: input.run,
      indexedEffect: input.effect,
      indexedAt: sql`now()`,
      updatedAt: sql`now()`,
    })
    .where(and(eq(documents.tenant, input.tenant), eq(documents.id, input.document)))
  await tx
    .update(runs)
    .set({ partial: input.partial })
    .where(and(eq(runs.tenant, input.tenant), eq(runs.id, input.run)))
}
