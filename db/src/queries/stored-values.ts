import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '../connect.ts'
import { CHECKPOINT_SCHEMA } from '../schema/namespace.ts'

/** One checkpoint of one run. */
export interface CheckpointPlace {
  run: string
  namespace: string
  checkpoint: string
}

/**
 * The values of the channels of a checkpoint as they are stored: JSON with LangGraph's marks for messages, sets and the like. `json` is null
 * for bytes; a channel without a value is not in it. `channels` leaves the others out.
 */
export async function readStoredValues(
  db: DbOrTx,
  { tenant, run, namespace, checkpoint, channels }: CheckpointPlace & { tenant: string; channels?: readonly string[] },
): Promise<Map<string, { json: string | null; bytes: number }>> {
  const langgraph = sql.identifier(CHECKPOINT_SCHEMA)
  const result = await db.execute(sql`
    select b.channel, octet_length(b.blob) as bytes, case when b.type = 'json' then convert_from(b.blob, 'UTF8') end as json
    from ${langgraph}.checkpoints c
    join countersign.runs r on r.id = c.thread_id and r.tenant = ${tenant}
    join jsonb_each_text(c.checkpoint->'channel_versions') v
      on ${channels === undefined ? sql`true` : sql`v.key = any(${sql.param([...channels])}::text[])`}
    join ${langgraph}.checkpoint_blobs b
      on b.thread_id = c.thread_id and b.checkpoint_ns = c.checkpoint_ns and b.channel = v.key and b.version = v.value
    where c.thread_id = ${run} and c.checkpoint_ns = ${namespace} and c.checkpoint_id = ${checkpoint} and b.type <> 'empty'`)
  const rows = z.array(z.object({ channel: z.string(), bytes: z.number(), json: z.string().nullable() })).parse(result.rows)
  return new Map(rows.map(({ channel, json, bytes }) => [channel, { json, bytes }]))
}

/** The channels in whose stored values two checkpoints differ. A side that is null has no values at all. */
export async function listDifferingChannels(
  db: DbOrTx,
  { tenant, a, b }: { tenant: string; a: CheckpointPlace | null; b: CheckpointPlace | null },
): Promise<string[]> {
  const langgraph = sql.identifier(CHECKPOINT_SCHEMA)
  const side = (place: CheckpointPlace | null) =>
    place === null
      ? sql`select ''::text as channel, ''::text as version, ''::text as thread, null::bytea as blob where false`
      : sql`
    select v.key as channel, v.value as version, c.thread_id as thread, b.blob
    from ${langgraph}.checkpoints c
    join countersign.runs r on r.id = c.thread_id and r.tenant = ${tenant}
    join jsonb_each_text(c.checkpoint->'channel_versions') v on true
    join ${langgraph}.checkpoint_blobs b
      on b.thread_id = c.thread_id and b.checkpoint_ns = c.checkpoint_ns and b.channel = v.key and b.version = v.value
    where c.thread_id = ${place.run} and c.checkpoint_ns = ${place.namespace} and c.checkpoint_id = ${place.checkpoint} and b.type <> 'empty'`
  // The same version of one thread is the same value; else the bytes decide, by size first.
  const result = await db.execute(sql`
    select coalesce(x.channel, y.channel) as channel
    from (${side(a)}) x full join (${side(b)}) y on y.channel = x.channel
    where x.channel is null or y.channel is null
      or ((x.thread <> y.thread or x.version <> y.version)
          and (octet_length(x.blob) <> octet_length(y.blob) or x.blob <> y.blob))
    order by 1`)
  return z
    .array(z.object({ channel: z.string() }))
    .parse(result.rows)
    .map(({ channel }) => channel)
}
