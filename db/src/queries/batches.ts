import { and, asc, eq, getTableColumns, gt, type InferSelectModel, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '../connect.ts'
import { announceChanges, CHANGES_CHANNEL } from '../notify.ts'
import { type BATCH_ITEM_STATUSES, batches, batchItems, comments, reviews } from '../schema/index.ts'
import { appendAudit } from './audit.ts'
import { pageSize } from './keyset.ts'
import { insertOutbox } from './outbox.ts'

export type BatchRow = InferSelectModel<typeof batches> & { total: number; decided: number; refused: number; odd: number }
export type BatchItemStatus = (typeof BATCH_ITEM_STATUSES)[number]

interface BatchWhere {
  tenant: string
  batch: string
}

export interface NewBatch {
  tenant: string
  id: string
  createdBy: string
  verb: string
  reason: string | null
  /** For `edit` and `skip`. */
  value: unknown
  node: string | null
  filter: unknown
}

/** One review of a batch as it is when the batch is made. `code` and `message`: it cannot be decided any more. */
export interface NewBatchItem {
  review: string
  shownHash: string
  odd: string[]
  /** The same by code, and the message by code. */
  oddSays: unknown[]
  code?: string
  message?: string
  says?: unknown
}

/** Makes a batch with its items, in their order. To be called in a transaction. */
export async function insertBatch(tx: DbOrTx, batch: NewBatch, items: NewBatchItem[]): Promise<void> {
  const { tenant, id } = batch
  await tx.insert(batches).values(batch)
  const rows = JSON.stringify(items.map((item, ordinal) => ({ ...item, ordinal })))
  await tx.execute(sql`
    insert into countersign.batch_items (tenant, batch, review, ordinal, shown_hash, odd, odd_says, status, code, message, says)
    select ${tenant}, ${id}, i.review, i.ordinal, i."shownHash", i.odd, i."oddSays", case when i.code is null then 'pending' else 'refused' end, i.code, i.message, i.says
    from jsonb_to_recordset(${rows}::jsonb) as i(review text, ordinal int, "shownHash" text, odd text[], "oddSays" jsonb, code text, message text, says jsonb)`)
  await appendAudit(tx, {
    tenant,
    actor: batch.createdBy,
    event: 'batch.created',
    data: { batch: id, verb: batch.verb, items: items.length },
  })
}

// Spelled out: drizzle leaves the table's name off the columns of a selection.
const countItems = (condition: string) =>
  sql<number>`(select count(*)::int from countersign.batch_items i where i.batch = countersign.batches.id and ${sql.raw(condition)})`

/** A batch and how far it has come. */
export async function findBatch(db: DbOrTx, { tenant, batch }: BatchWhere): Promise<BatchRow | null> {
  const counts = {
    total: countItems('true'),
    decided: countItems(`i.status = 'decided'`),
    refused: countItems(`i.status = 'refused'`),
    odd: countItems(`i.odd <> '{}'`),
  }
  const rows = await db
    .select({ ...getTableColumns(batches), ...counts })
    .from(batches)
    .where(and(eq(batches.tenant, tenant), eq(batches.id, batch)))
  return rows[0] ?? null
}

export interface BatchItemRow {
  ordinal: number
  review: string
  title: string
  titleSays: unknown
  odd: string[]
  oddSays: unknown
  status: BatchItemStatus
  code: string | null
  message: string | null
  says: unknown
}

/** Items in their order, from behind the one with the ordinal `after`. `next`: the ordinal to read on from, or null at the end. */
export async function listBatchItems(
  db: DbOrTx,
  filter: BatchWhere & { odd?: boolean; status?: BatchItemStatus; after?: number; limit?: number },
): Promise<{ items: BatchItemRow[]; next: number | null }> {
  const limit = pageSize(filter.limit)
  const { ordinal, review, odd, oddSays, status, code, message, says } = batchItems
  const rows = await db
    .select({ ordinal, review, title: reviews.title, titleSays: reviews.titleSays, odd, oddSays, status, code, message, says })
    .from(batchItems)
    .innerJoin(reviews, and(eq(reviews.id, batchItems.review), eq(reviews.tenant, batchItems.tenant)))
    .where(
      and(
        eq(batchItems.tenant, filter.tenant),
        eq(batchItems.batch, filter.batch),
        filter.status && eq(status, filter.status),
        filter.odd === undefined ? undefined : filter.odd ? sql`${odd} <> '{}'` : sql`${odd} = '{}'`,
        filter.after === undefined ? undefined : gt(ordinal, filter.after),
      ),
    )
    .orderBy(asc(ordinal))
    .limit(limit + 1)
  const items = rows.slice(0, limit)
  return { items, next: rows.length > limit ? (items.at(-1)?.ordinal ?? null) : null }
}

/**
 * Lets a batch run, from the start or from where it was stopped, as its maker with these roles; owes its workflow the message. False
 * where it runs already or is done. To be called in a transaction.
 */
export async function startBatch(tx: DbOrTx, { tenant, batch, roles, by }: BatchWhere & { roles: string[]; by: string }): Promise<boolean> {
  const rows = await tx
    .update(batches)
    .set({ status: 'running', roles, startedAt: sql`coalesce(${batches.startedAt}, now())` })
    .where(and(eq(batches.tenant, tenant), eq(batches.id, batch), sql`${batches.status} in ('preview', 'stopped')`))
    .returning({ id: batches.id })
  if (rows.length === 0) return false
  await appendAudit(tx, { tenant, actor: by, event: 'batch.started', data: { batch } })
  await insertOutbox(tx, { tenant, topic: 'batch', run: batch })
  await announceChanges(tx, [{ tenant, kind: 'batch', id: batch, run: null }])
  return true
}

/** Stops a running batch before its next item. False where it does not run. To be called in a transaction. */
export async function stopBatch(tx: DbOrTx, { tenant, batch, by }: BatchWhere & { by: string }): Promise<boolean> {
  const rows = await tx
    .update(batches)
    .set({ status: 'stopped' })
    .where(and(eq(batches.tenant, tenant), eq(batches.id, batch), eq(batches.status, 'running')))
    .returning({ id: batches.id })
  if (rows.length === 0) return false
  await appendAudit(tx, { tenant, actor: by, event: 'batch.stopped', data: { batch } })
  await announceChanges(tx, [{ tenant, kind: 'batch', id: batch, run: null }])
  return true
}

/** What the next items of a running batch are to be decided with. */
export interface BatchWork {
  verb: string
  reason: string | null
  value: unknown
  node: string | null
  by: string
  roles: string[]
  items: { review: string; shownHash: string }[]
}

const workSchema = z.object({
  verb: z.string(),
  reason: z.string().nullable(),
  value: z.unknown(),
  node: z.string().nullable(),
  by: z.string(),
  roles: z.array(z.string()),
  items: z.array(z.object({ review: z.string(), shownHash: z.string() })),
})

/** The next items of a batch; null where it is not to run. Acknowledges the messages owed to its workflow. One statement. */
export async function readBatchWork(db: DbOrTx, { tenant, batch, limit }: BatchWhere & { limit: number }): Promise<BatchWork | null> {
  const result = await db.execute(sql`
    with heard as (
      update countersign.outbox set done_at = now()
      where tenant = ${tenant} and run = ${batch} and topic = 'batch' and done_at is null
    )
    select b.verb, b.reason, b.value, b.node, b.created_by as by, b.roles, coalesce((
        select jsonb_agg(jsonb_build_object('review', i.review, 'shownHash', i.shown_hash) order by i.ordinal) from (
          select review, shown_hash, ordinal from countersign.batch_items
           where batch = b.id and status = 'pending' order by ordinal limit ${limit}) i), '[]') as items
    from countersign.batches b where b.tenant = ${tenant} and b.id = ${batch} and b.status = 'running'`)
  return workSchema.optional().parse(result.rows[0]) ?? null
}

const tellBatch = ({ tenant, batch }: BatchWhere): SQL =>
  sql`pg_notify(${CHANGES_CHANNEL}, json_build_object('tenant', ${tenant}::text, 'kind', 'batch', 'id', ${batch}::text, 'run', null)::text)`

/** What became of one item. */
export type BatchItemResult = { status: 'decided' } | { status: 'refused'; code: string; message: string; says: unknown }

/** Notes what became of an item, once; answers whether the batch is to go on. */
export async function recordBatchItem(
  db: DbOrTx,
  { tenant, batch, review, result }: BatchWhere & { review: string; result: BatchItemResult },
): Promise<boolean> {
  const refusal = result.status === 'refused' ? result : null
  const answer = await db.execute(sql`
    with noted as (
      update countersign.batch_items set status = ${result.status}, code = ${refusal?.code ?? null}, message = ${refusal?.message ?? null},
             says = ${refusal?.says ? JSON.stringify(refusal.says) : null}::jsonb,
             decided_at = now()
      where tenant = ${tenant} and batch = ${batch} and review = ${review} and status = 'pending'
      returning ${tellBatch({ tenant, batch })}
    )
    select 1 from countersign.batches where tenant = ${tenant} and id = ${batch} and status = 'running'`)
  return answer.rows.length > 0
}

/** Closes a running batch that has no item left; nothing happens to any other. Safe to repeat. */
export async function finishBatch(db: DbOrTx, { tenant, batch }: BatchWhere): Promise<void> {
  await db.execute(sql`
    with finished as (
      update countersign.batches b set status = 'done', finished_at = now()
      where b.tenant = ${tenant} and b.id = ${batch} and b.status = 'running' and not exists (
        select 1 from countersign.batch_items i where i.batch = b.id and i.status = 'pending')
      returning b.id, b.created_by, ${tellBatch({ tenant, batch })}
    )
    insert into countersign.audit (tenant, actor, event, data)
    select ${tenant}, created_by, 'batch.done', jsonb_build_object('batch', id,
      'decided', (select count(*) from countersign.batch_items i where i.batch = id and i.status = 'decided'),
      'refused', (select count(*) from countersign.batch_items i where i.batch = id and i.status = 'refused'))
    from finished`)
}

const { request: _request, ...listColumns } = getTableColumns(reviews)

/** Reviews as a batch must know them, in no order: their rows without the request, what is proposed, which verbs there are, comments. */
export async function readReviewsForBatch(db: DbOrTx, { tenant, ids }: { tenant: string; ids: string[] }) {
  return await db
    .select({
      ...listColumns,
      proposal: sql<unknown>`${reviews.request} -> 'proposal'`,
      verbs: sql<string[]>`${reviews.request} -> 'verbs'`,
      comments: sql<number>`(select count(*)::int from ${comments} c where c.tenant = countersign.reviews.tenant and c.review = countersign.reviews.id)`,
    })
    .from(reviews)
    .where(and(eq(reviews.tenant, tenant), sql`${reviews.id} = any(${sql.param(ids)}::text[])`))
}
export type BatchReviewRow = Awaited<ReturnType<typeof readReviewsForBatch>>[number]
