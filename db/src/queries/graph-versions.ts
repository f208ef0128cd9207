import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '../connect.ts'
import { CHECKPOINT_SCHEMA } from '../schema/namespace.ts'

const countsSchema = z.object({
  graph: z.string(),
  version: z.string(),
  running: z.number(),
  waiting: z.number(),
  parked: z.number(),
  ended: z.number(),
})
/** How many runs of a tenant are on one version of a graph, by what they do. */
export type VersionCounts = z.infer<typeof countsSchema>

/** One row per version that the tenant has a run on, registered or not. */
export async function countRunsByVersion(db: DbOrTx, where: { tenant: string }): Promise<VersionCounts[]> {
  const result = await db.execute(sql`
    select graph, version,
      count(*) filter (where status = 'running')::int as running,
      count(*) filter (where status = 'waiting')::int as waiting,
      count(*) filter (where status = 'parked')::int as parked,
      count(*) filter (where status in ('done', 'aborted', 'cancelled'))::int as ended
    from countersign.runs where tenant = ${where.tenant}
    group by graph, version order by graph, version`)
  return z.array(countsSchema).parse(result.rows)
}

const openRunSchema = z.object({ id: z.string(), title: z.string(), next: z.array(z.string()) })
/** A run that has not ended. */
export type OpenRun = z.infer<typeof openRunSchema>

/** Runs on one version that have not ended, by id, at most `limit` after `after`. */
export async function listOpenRuns(
  db: DbOrTx,
  where: { tenant: string; graph: string; version: string; after: string; limit: number },
): Promise<OpenRun[]> {
  const result = await db.execute(sql`
    select id, title, next from countersign.runs
    where tenant = ${where.tenant} and graph = ${where.graph} and version = ${where.version}
      and status in ('running', 'waiting', 'parked') and id > ${where.after}
    order by id limit ${where.limit}`)
  return z.array(openRunSchema).parse(result.rows)
}

const heldKeySchema = z.object({ run: z.string(), key: z.string(), bytes: z.number() })
/** A channel that has a value in the newest checkpoint of a run, and the size of that value. */
export type HeldKey = z.infer<typeof heldKeySchema>

/** What the newest checkpoints of these runs hold, without the values: their sizes are read, not they. */
export async function listHeldKeys(db: DbOrTx, where: { tenant: string; runs: string[] }): Promise<HeldKey[]> {
  const result = await db.execute(sql`
    select r.id as run, b.channel as key, coalesce(octet_length(b.blob), 0) as bytes
    ${headBlobs(where)} and b.type <> 'empty'
    order by r.id, b.channel`)
  return z.array(heldKeySchema).parse(result.rows)
}

const heldValueSchema = z.object({ run: z.string(), key: z.string(), type: z.string(), blob: z.string() })

/** The values of these keys in the newest checkpoints of these runs, as LangGraph gives them to a node (messages are message objects). */
export async function readHeldValues(
  db: DbOrTx,
  where: { tenant: string; runs: string[]; keys: string[] },
): Promise<{ run: string; key: string; value: unknown }[]> {
  // As base64: `pg` reads bytea character by character.
  const result = await db.execute(sql`
    select r.id as run, b.channel as key, b.type, encode(b.blob, 'base64') as blob
    ${headBlobs(where)} and b.type <> 'empty' and b.channel = any(${sql.param(where.keys)})
    order by r.id, b.channel`)
  const rows = z.array(heldValueSchema).parse(result.rows)
  const { JsonPlusSerializer } = await import('@langchain/langgraph-checkpoint')
  const serde = new JsonPlusSerializer()
  return await Promise.all(
    rows.map(async ({ run, key, type, blob }) => ({ run, key, value: await serde.loadsTyped(type, Buffer.from(blob, 'base64')) })),
  )
}

const headBlobs = (where: { tenant: string; runs: string[] }) => sql`
  from countersign.runs r
  join ${sql.identifier(CHECKPOINT_SCHEMA)}.checkpoints c
    on c.thread_id = r.id and c.checkpoint_ns = '' and c.checkpoint_id = r.checkpoint
  cross join lateral jsonb_each_text(c.checkpoint -> 'channel_versions') v
  join ${sql.identifier(CHECKPOINT_SCHEMA)}.checkpoint_blobs b
    on b.thread_id = r.id and b.checkpoint_ns = '' and b.channel = v.key and b.version = v.value
  where r.tenant = ${where.tenant} and r.id = any(${sql.param(where.runs)})`
