import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '../connect.ts'
import { CHECKPOINT_SCHEMA } from '../schema/namespace.ts'
import { type NextTask, nextTasks } from './next-tasks.ts'

const versionsSchema = z.record(z.string(), z.union([z.string(), z.number()]))
const rowSchema = z.object({
  id: z.string(),
  namespace: z.string(),
  step: z.coerce.number(),
  source: z.string(),
  parents: z.record(z.string(), z.string()),
  versions: versionsSchema,
  seen: z.record(z.string(), versionsSchema),
  triggers: z.record(z.string(), z.string().nullable()),
})

/** One checkpoint of a run without its values: where it stands, its channels, what runs next. */
export interface CheckpointAt {
  id: string
  namespace: string
  step: number
  source: string
  /** Of a subgraph's checkpoint: the checkpoints of the graphs above it, by their namespaces. */
  parents: Record<string, string>
  /** Every channel that has a version, LangGraph's own included. */
  channels: string[]
  /** What runs next, whether or not some of it has run since. */
  tasks: NextTask[]
}

/** Reads one checkpoint; null where the run has none such. */
export async function findCheckpointAt(
  db: DbOrTx,
  where: { tenant: string; run: string; namespace: string; checkpoint: string },
): Promise<CheckpointAt | null> {
  const langgraph = sql.identifier(CHECKPOINT_SCHEMA)
  const result = await db.execute(sql`
    select c.checkpoint_id as id, c.checkpoint_ns as namespace, coalesce((c.metadata->>'step')::int, -2) as step,
      coalesce(c.metadata->>'source', 'loop') as source, coalesce(c.metadata->'parents', '{}') as parents,
      coalesce(c.checkpoint->'channel_versions', '{}') as versions, coalesce(c.checkpoint->'versions_seen', '{}') as seen,
      (select coalesce(json_object_agg(b.channel, case when b.channel <> '__start__' then convert_from(b.blob, 'UTF8') end), '{}')
         from jsonb_each_text(c.checkpoint->'channel_versions') v
         join ${langgraph}.checkpoint_blobs b
           on b.thread_id = c.thread_id and b.checkpoint_ns = c.checkpoint_ns and b.channel = v.key and b.version = v.value
        where b.type = 'json' and (starts_with(v.key, 'branch:to:') or starts_with(v.key, 'join:') or v.key in ('__start__', '__pregel_tasks'))
      ) as triggers
    from ${langgraph}.checkpoints c
    join countersign.runs r on r.id = c.thread_id and r.tenant = ${where.tenant}
    where c.thread_id = ${where.run} and c.checkpoint_ns = ${where.namespace} and c.checkpoint_id = ${where.checkpoint}`)
  const row = z.array(rowSchema).parse(result.rows)[0]
  if (!row) return null
  const { id, namespace, step, source, parents, versions } = row
  return { id, namespace, step, source, parents, channels: Object.keys(versions), tasks: nextTasks(row) }
}

/** The id of the first checkpoint of a run, or of its newest; null where it has none. */
export async function findEndOfHistory(
  db: DbOrTx,
  { tenant, run, end }: { tenant: string; run: string; end: 'first' | 'newest' },
): Promise<string | null> {
  const order = end === 'first' ? sql`asc` : sql`desc`
  const result = await db.execute(sql`
    select c.checkpoint_id as id from ${sql.identifier(CHECKPOINT_SCHEMA)}.checkpoints c
    join countersign.runs r on r.id = c.thread_id and r.tenant = ${tenant}
    where c.thread_id = ${run} and c.checkpoint_ns = '' order by c.checkpoint_id ${order} limit 1`)
  return z.array(z.object({ id: z.string() })).parse(result.rows)[0]?.id ?? null
}

/** Whether the run once had this checkpoint: an attempt began there. */
export async function hadCheckpoint(db: DbOrTx, where: { tenant: string; run: string; checkpoint: string }): Promise<boolean> {
  const result = await db.execute(sql`
    select 1 from countersign.attempts where tenant = ${where.tenant} and run = ${where.run} and checkpoint = ${where.checkpoint} limit 1`)
  return result.rows.length > 0
}
