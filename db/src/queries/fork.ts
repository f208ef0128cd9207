import { and, eq, type InferInsertModel, sql } from 'drizzle-orm'
import { z } from 'zod'
import { NULL_TASK } from '../checkpointer/wide-step.ts'
import type { DbOrTx } from '../connect.ts'
import { runs } from '../schema/index.ts'
import { CHECKPOINT_SCHEMA } from '../schema/namespace.ts'

export type NewFork = InferInsertModel<typeof runs> & { id: string; parentRun: string; root: string }

/** Inserts the row of a fork; false when the tenant has a run with this client key already (then nothing is written). */
export async function insertFork(tx: DbOrTx, fork: NewFork): Promise<boolean> {
  const rows = await tx
    .insert(runs)
    .values(fork)
    .onConflictDoNothing({ target: [runs.tenant, runs.clientKey] })
    .returning({ id: runs.id })
  return rows.length > 0
}

/** The run that a client key made, with where it was forked from. */
export async function findForkByClientKey(
  db: DbOrTx,
  where: { tenant: string; clientKey: string },
): Promise<{ id: string; parentRun: string | null } | null> {
  const rows = await db
    .select({ id: runs.id, parentRun: runs.parentRun })
    .from(runs)
    .where(and(eq(runs.tenant, where.tenant), eq(runs.clientKey, where.clientKey)))
  return rows[0] ?? null
}

/** A checkpoint of one run on its way into another. */
export interface Copy {
  from: string
  to: string
  namespace: string
  checkpoint: string
}

/**
 * Copies a checkpoint and exactly the values that it refers to into another run, within Postgres: nothing is decoded and nothing leaves it.
 * It keeps its id, so that its tasks keep theirs; it has no parent there. False where the checkpoint is gone.
 */
export async function copyCheckpoint(tx: DbOrTx, { from, to, namespace, checkpoint }: Copy): Promise<boolean> {
  const langgraph = sql.identifier(CHECKPOINT_SCHEMA)
  const result = await tx.execute(sql`
    with source as (
      select c.checkpoint_ns, c.checkpoint_id, c.type, c.checkpoint, c.metadata from ${langgraph}.checkpoints c
      where c.thread_id = ${from} and c.checkpoint_ns = ${namespace} and c.checkpoint_id = ${checkpoint}
    ), copied as (
      insert into ${langgraph}.checkpoint_blobs (thread_id, checkpoint_ns, channel, version, type, blob)
      select ${to}, b.checkpoint_ns, b.channel, b.version, b.type, b.blob
      from source, jsonb_each_text(source.checkpoint->'channel_versions') v
      join ${langgraph}.checkpoint_blobs b
        on b.thread_id = ${from} and b.checkpoint_ns = ${namespace} and b.channel = v.key and b.version = v.value
    )
    insert into ${langgraph}.checkpoints (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata)
    select ${to}, checkpoint_ns, checkpoint_id, null, type, checkpoint, metadata || '{"source": "fork"}' from source
    returning 1`)
  return result.rows.length > 0
}

/**
 * Copies what subgraphs with a checkpointer of their own remember between their visits, as it was when the graph came to `checkpoint`. Their
 * namespaces name no task. A later visit is left out: it belongs to a later step.
 */
export async function copyLastingSubgraphs(tx: DbOrTx, { from, to, checkpoint }: Omit<Copy, 'namespace'>): Promise<void> {
  const langgraph = sql.identifier(CHECKPOINT_SCHEMA)
  const result = await tx.execute(sql`
    select distinct on (c.checkpoint_ns) c.checkpoint_ns as namespace, c.checkpoint_id as checkpoint from ${langgraph}.checkpoints c
    where c.thread_id = ${from} and c.checkpoint_ns <> '' and strpos(c.checkpoint_ns, ':') = 0 and c.metadata->'parents'->>'' < ${checkpoint}
    order by c.checkpoint_ns, c.checkpoint_id desc`)
  for (const { namespace, checkpoint } of z.array(z.object({ namespace: z.string(), checkpoint: z.string() })).parse(result.rows))
    await copyCheckpoint(tx, { from, to, namespace, checkpoint })
}

/**
 * Copies what the finished tasks of a checkpoint had written, but for the tasks that are to run `anew`. Never an interrupt, an answer or an
 * error, nor what belongs to no task: those are decisions, and a fork inherits none. Answers the tasks whose writes were copied.
 */
export async function copyFinishedWrites(tx: DbOrTx, copy: Copy & { anew: readonly string[] }): Promise<Set<string>> {
  const { from, to, namespace, checkpoint, anew } = copy
  const langgraph = sql.identifier(CHECKPOINT_SCHEMA)
  const result = await tx.execute(sql`
    insert into ${langgraph}.checkpoint_writes (thread_id, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, blob)
    select ${to}, w.checkpoint_ns, w.checkpoint_id, w.task_id, w.idx, w.channel, w.type, w.blob
    from ${langgraph}.checkpoint_writes w
    where w.thread_id = ${from} and w.checkpoint_ns = ${namespace} and w.checkpoint_id = ${checkpoint}
      and w.task_id <> ${NULL_TASK} and w.task_id <> all(${sql.param([...anew])}::text[])
      and w.channel not in ('__error__', '__interrupt__', '__resume__', '__error_source_node__')
    returning task_id as task`)
  return new Set(
    z
      .array(z.object({ task: z.string() }))
      .parse(result.rows)
      .map(({ task }) => task),
  )
}

/** Says which nodes run next, where that is not all that could. */
export async function setNext(tx: DbOrTx, { tenant, run, next }: { tenant: string; run: string; next: string[] }): Promise<void> {
  await tx
    .update(runs)
    .set({ next })
    .where(and(eq(runs.tenant, tenant), eq(runs.id, run)))
}
