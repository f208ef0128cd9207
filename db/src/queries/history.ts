import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '../connect.ts'
import { CHECKPOINT_SCHEMA } from '../schema/namespace.ts'
import { cutPage, decodeCursor, pageSize } from './keyset.ts'
import { type NextTask, nextTasks } from './next-tasks.ts'

const versionsSchema = z.record(z.string(), z.union([z.string(), z.number()]))
const seenSchema = z.record(z.string(), versionsSchema)
const rowSchema = z.object({
  id: z.string(),
  namespace: z.string(),
  parent: z.string().nullable(),
  at: z.string(),
  step: z.coerce.number(),
  source: z.string(),
  versions: versionsSchema,
  seen: seenSchema,
  parentVersions: versionsSchema.nullable(),
  parentSeen: seenSchema.nullable(),
  triggers: z.record(z.string(), z.string().nullable()),
  bytes: z.coerce.number(),
  /** The versions of the graph between which it moved the run. */
  migrated: z.object({ from: z.string(), to: z.string() }).nullable(),
})

/** One checkpoint as the history of its run tells it, without its values. */
export interface HistoryRow extends Omit<z.infer<typeof rowSchema>, 'triggers'> {
  /** What runs next, but for tasks made by a `Send` with a large argument. */
  tasks: NextTask[]
}

interface HistoryQuery {
  tenant: string
  run: string
  /** Empty for the graph itself. */
  namespace: string
  after?: string
  limit?: number
}

/** A page of the checkpoints of a run or of one of its subgraphs, newest first. Values stay where they are. */
export async function listHistory(db: DbOrTx, query: HistoryQuery): Promise<{ items: HistoryRow[]; next: string | null }> {
  const limit = pageSize(query.limit)
  const after = query.after === undefined ? null : decodeCursor(query.after).id
  const page = sql`${after === null ? sql`true` : sql`c.checkpoint_id < ${after}`} order by c.checkpoint_id desc limit ${limit + 1}`
  const rows = await readHistory(db, query, page)
  return cutPage(rows, limit, ({ at, id }) => ({ at: new Date(at), id }))
}

/** One checkpoint, the newest where none is named; null where there is none such. */
export async function findHistoryRow(db: DbOrTx, query: HistoryQuery & { checkpoint?: string }): Promise<HistoryRow | null> {
  const { checkpoint } = query
  const one = checkpoint === undefined ? sql`true order by c.checkpoint_id desc limit 1` : sql`c.checkpoint_id = ${checkpoint}`
  return (await readHistory(db, query, one))[0] ?? null
}

async function readHistory(db: DbOrTx, { tenant, run, namespace }: HistoryQuery, page: SQL): Promise<HistoryRow[]> {
  const langgraph = sql.identifier(CHECKPOINT_SCHEMA)
  const result = await db.execute(sql`
    with page as (
      select c.thread_id, c.checkpoint_ns, c.checkpoint_id, c.parent_checkpoint_id, c.checkpoint, c.metadata
      from ${langgraph}.checkpoints c
      where c.thread_id = ${run} and c.checkpoint_ns = ${namespace}
        and exists (select 1 from countersign.runs r where r.id = ${run} and r.tenant = ${tenant}) and ${page}
    )
    select c.checkpoint_id as id, c.checkpoint_ns as namespace, c.parent_checkpoint_id as parent, c.checkpoint->>'ts' as at,
      coalesce((c.metadata->>'step')::int, -2) as step, coalesce(c.metadata->>'source', 'loop') as source,
      coalesce(c.checkpoint->'channel_versions', '{}') as versions, coalesce(c.checkpoint->'versions_seen', '{}') as seen,
      p.checkpoint->'channel_versions' as "parentVersions", p.checkpoint->'versions_seen' as "parentSeen",
      values.triggers, values.bytes, c.metadata->'migrated' as migrated
    from page c
    left join ${langgraph}.checkpoints p
      on p.thread_id = c.thread_id and p.checkpoint_ns = c.checkpoint_ns and p.checkpoint_id = c.parent_checkpoint_id
    cross join lateral (
      select coalesce(json_object_agg(b.channel, ${smallJson}) filter (where b.type = 'json' and ${isTrigger}), '{}') as triggers,
        coalesce(sum(octet_length(b.blob)) filter (where p.checkpoint is null or p.checkpoint->'channel_versions'->>v.key is distinct from v.value), 0) as bytes
      from jsonb_each_text(c.checkpoint->'channel_versions') v
      join ${langgraph}.checkpoint_blobs b
        on b.thread_id = c.thread_id and b.checkpoint_ns = c.checkpoint_ns and b.channel = v.key and b.version = v.value
    ) values
    order by c.checkpoint_id desc`)
  return z
    .array(rowSchema)
    .parse(result.rows)
    .map(({ triggers, ...row }) => ({ ...row, tasks: nextTasks({ ...row, triggers }) }))
}

const isTrigger = sql`(starts_with(v.key, 'branch:to:') or starts_with(v.key, 'join:') or v.key in ('__start__', '__pregel_tasks'))`
const smallJson = sql`case when b.channel <> '__start__' and octet_length(b.blob) < 65536 then convert_from(b.blob, 'UTF8') end`

/** How many checkpoints each of these subgraphs has; one that has none is not in it. */
export async function countCheckpointsOf(
  db: DbOrTx,
  { tenant, run, namespaces }: { tenant: string; run: string; namespaces: string[] },
): Promise<Map<string, number>> {
  if (namespaces.length === 0) return new Map()
  const result = await db.execute(sql`
    select c.checkpoint_ns as namespace, count(*)::int as count from ${sql.identifier(CHECKPOINT_SCHEMA)}.checkpoints c
    join countersign.runs r on r.id = c.thread_id and r.tenant = ${tenant}
    where c.thread_id = ${run} and c.checkpoint_ns = any(${sql.param(namespaces)}::text[]) group by 1`)
  const rows = z.array(z.object({ namespace: z.string(), count: z.number() })).parse(result.rows)
  return new Map(rows.map(({ namespace, count }) => [namespace, count]))
}

const attemptedSchema = z.object({ checkpoint: z.string(), task: z.string(), node: z.string(), status: z.string() })
/** A task that was tried, with how its last attempt ended. */
export type AttemptedTask = z.infer<typeof attemptedSchema>

/** The tasks of nodes that were tried at some checkpoints, or at all. */
export async function listAttemptedTasks(
  db: DbOrTx,
  { tenant, run, checkpoints }: { tenant: string; run: string; checkpoints?: string[] },
): Promise<AttemptedTask[]> {
  // The engine's own tasks bear their name as their id.
  const result = await db.execute(sql`
    select distinct on (checkpoint, task) checkpoint, task, node, status from countersign.attempts
    where tenant = ${tenant} and run = ${run} and task <> node
      and ${checkpoints === undefined ? sql`true` : sql`checkpoint = any(${sql.param(checkpoints)}::text[])`}
    order by checkpoint, task, fence desc`)
  return z.array(attemptedSchema).parse(result.rows)
}

const forkSchema = z.object({ run: z.string(), checkpoint: z.string() })

/** The forks of a run that began at some of its checkpoints; one in a subgraph also began where the graph itself stood. */
export async function listForksAt(
  db: DbOrTx,
  { tenant, run, checkpoints }: { tenant: string; run: string; checkpoints: string[] },
): Promise<z.infer<typeof forkSchema>[]> {
  const result = await db.execute(sql`
    select r.id as run, w.at as checkpoint from countersign.runs r
    cross join lateral (values (r.parent_checkpoint), (r.fork->>'root')) w (at)
    where r.tenant = ${tenant} and r.parent_run = ${run} and w.at = any(${sql.param(checkpoints)}::text[])
    order by r.created_at, r.id`)
  return z.array(forkSchema).parse(result.rows)
}

const madeSchema = z.object({ made: z.string(), by: z.string(), reason: z.string().nullable() })

/** Who ordered the edits that made some checkpoints. */
export async function listEditsThatMade(
  db: DbOrTx,
  { tenant, run, checkpoints }: { tenant: string; run: string; checkpoints: string[] },
): Promise<z.infer<typeof madeSchema>[]> {
  const result = await db.execute(sql`
    select made, by, reason from countersign.edits
    where tenant = ${tenant} and run = ${run} and made = any(${sql.param(checkpoints)}::text[])`)
  return z.array(madeSchema).parse(result.rows)
}
