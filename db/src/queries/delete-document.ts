import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, DbOrTx } from '../connect.ts'
import { announceChanges } from '../notify.ts'
import { CHECKPOINT_SCHEMA } from '../schema/namespace.ts'
import { appendAudit } from './audit.ts'
import { forgetFiles } from './forget-files.ts'
import { ENDED_STATUSES } from './runs.ts'

export interface DeleteDocument {
  tenant: string
  document: string
  reason: string
  by: string
}

const runSchema = z.array(
  z.object({ id: z.string(), status: z.enum(['running', 'waiting', 'parked', 'done', 'aborted', 'cancelled']), hold: z.boolean() }),
)
type RunOf = z.infer<typeof runSchema>[number]

/** `missing`: there is no such document. `held`: it, or the run `run` of it, is on legal hold. `alive`: these runs of it have not ended. */
export type DeleteOutcome =
  | { outcome: 'missing' }
  | { outcome: 'held'; run: string | null }
  | { outcome: 'alive'; runs: RunOf[] }
  | { outcome: 'deleted'; runs: number; chunks: number; files: number }

/**
 * Deletes a document and all that was made of it, in one transaction: pages, chunks, sources, its runs with their forks and replays, their
 * checkpoints, reviews and answers. Runs of it are those that read it in, and those one of whose reviews was about it. What the audit log
 * says of it stays, and says that it was deleted. Files that nobody else has are owed to be removed from the blob store
 * (file-removals.ts). Changes nothing but where the outcome is `deleted`.
 */
export async function deleteDocument(db: Db, { tenant, document, reason, by }: DeleteDocument): Promise<DeleteOutcome> {
  return await db.transaction(async (tx) => {
    const found = await tx.execute(sql`select hold from countersign.documents where tenant = ${tenant} and id = ${document} for update`)
    if (found.rows.length === 0) return { outcome: 'missing' }
    if (found.rows[0]?.hold === true) return { outcome: 'held', run: null }
    const ofIt = await lockRuns(tx, { tenant, document })
    const held = ofIt.find(({ hold }) => hold)
    if (held) return { outcome: 'held', run: held.id }
    const alive = ofIt.filter(({ status }) => !ENDED_STATUSES.includes(status))
    if (alive.length > 0) return { outcome: 'alive', runs: alive }

    const runs = ofIt.map(({ id }) => id)
    const files = await forgetFiles(tx, { tenant, document, runs })
    await forgetAnswers(tx, { tenant, document, runs })
    await forgetMessages(tx, { tenant, runs })
    await deleteRuns(tx, { tenant, runs })
    const removed = await tx.execute(sql`delete from countersign.chunks where tenant = ${tenant} and document = ${document}`)
    await tx.execute(sql`delete from countersign.documents where tenant = ${tenant} and id = ${document}`)
    const counts = { runs: runs.length, chunks: removed.rowCount ?? 0, files }
    await appendAudit(tx, { tenant, actor: by, event: 'document.deleted', document, data: { reason, ...counts } })
    await announceChanges(tx, [
      { tenant, kind: 'document', id: document, run: null },
      ...runs.slice(0, 100).map((run) => ({ tenant, kind: 'run' as const, id: run, run })),
    ])
    return { outcome: 'deleted', ...counts }
  })
}

export interface OfDocument {
  tenant: string
  document: string
  runs: string[]
}

/** The runs of a document, with all forks and replays of them, locked until the transaction ends: nobody forks them any more. */
async function lockRuns(tx: DbOrTx, of: Omit<OfDocument, 'runs'>): Promise<RunOf[]> {
  for (let known = 0; ; ) {
    const runs = await lockKnownRuns(tx, of)
    // While it waited for one that was just being forked, the fork appeared.
    if (runs.length === known) return runs
    known = runs.length
  }
}

async function lockKnownRuns(tx: DbOrTx, { tenant, document }: Omit<OfDocument, 'runs'>): Promise<RunOf[]> {
  const result = await tx.execute(sql`
    with recursive of_it as (
      select id from countersign.runs
       where tenant = ${tenant}
         and (document = ${document} or id in (select run from countersign.reviews where tenant = ${tenant} and document = ${document}))
      union
      select f.id from countersign.runs f join of_it on f.parent_run = of_it.id where f.tenant = ${tenant}
    )
    select id, status, hold from countersign.runs where tenant = ${tenant} and id in (select id from of_it) order by id for update`)
  return runSchema.parse(result.rows)
}

/** What reviewers were shown, and what batches say of the reviews. Reviews, votes, comments and decisions go with their runs. */
async function forgetAnswers(tx: DbOrTx, { tenant, document, runs }: OfDocument): Promise<void> {
  const ofRuns = sql`select v.id from countersign.reviews v where v.tenant = ${tenant} and v.run = any(${sql.param(runs)}::text[])`
  await tx.execute(sql`
    delete from countersign.shown s where s.tenant = ${tenant} and (s.request ->> 'document' = ${document} or (
      s.hash in (
        select v.shown_hash from countersign.reviews v where v.tenant = ${tenant} and v.run = any(${sql.param(runs)}::text[])
        union all select d.shown_hash from countersign.decisions d where d.tenant = ${tenant} and d.review in (${ofRuns})
        union all select w.shown_hash from countersign.votes w where w.tenant = ${tenant} and w.review in (${ofRuns}))
      and not exists (select from countersign.reviews o
        where o.tenant = ${tenant} and o.shown_hash = s.hash and o.run <> all(${sql.param(runs)}::text[]))))`)
  await tx.execute(sql`
    update countersign.batches b set reason = null, value = null, filter = null
     where b.tenant = ${tenant} and b.id in (select i.batch from countersign.batch_items i where i.tenant = ${tenant} and i.review in (${ofRuns}))
       and not exists (
         select from countersign.batch_items i join countersign.reviews v on v.tenant = i.tenant and v.id = i.review
          where i.batch = b.id and v.run <> all(${sql.param(runs)}::text[]))`)
  await tx.execute(sql`
    update countersign.batch_items i set odd = '{}', odd_says = '[]', message = null, says = null
     where i.tenant = ${tenant} and i.review in (${ofRuns})`)
}

/** Notifications that were not sent are not sent any more; of the others, and of messages to Temporal, only ids stay. */
async function forgetMessages(tx: DbOrTx, { tenant, runs }: Omit<OfDocument, 'document'>): Promise<void> {
  const ofRuns = sql`tenant = ${tenant} and run = any(${sql.param(runs)}::text[])`
  await tx.execute(sql`delete from countersign.deliveries where ${ofRuns} and status <> 'sent'`)
  await tx.execute(sql`update countersign.deliveries set last_error = null where ${ofRuns} and last_error is not null`)
  await tx.execute(sql`update countersign.outbox set last_error = null where ${ofRuns} and last_error is not null`)
}

async function deleteRuns(tx: DbOrTx, { tenant, runs }: Omit<OfDocument, 'document'>): Promise<void> {
  for (const name of ['checkpoint_writes', 'checkpoint_blobs', 'checkpoints']) {
    const table = sql`${sql.identifier(CHECKPOINT_SCHEMA)}.${sql.identifier(name)}`
    await tx.execute(sql`delete from ${table} where thread_id = any(${sql.param(runs)}::text[])`)
  }
  await tx.execute(sql`delete from countersign.runs where tenant = ${tenant} and id = any(${sql.param(runs)}::text[])`)
}
