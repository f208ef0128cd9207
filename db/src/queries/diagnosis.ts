import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '../connect.ts'

const serverSchema = z.tuple([
  z.object({
    version: z.string(),
    number: z.number(),
    now: z.number(),
    vector: z.string().nullable(),
    latestVector: z.string().nullable(),
  }),
])

/** The server, its clock in milliseconds, and its pgvector: installed here, and the newest that could be. */
export async function readServer(db: DbOrTx): Promise<z.infer<typeof serverSchema>[0]> {
  const result = await db.execute(sql`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
           (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
           (select extversion from pg_extension where extname = 'vector') as vector,
           (select default_version from pg_available_extensions where name = 'vector') as "latestVector"`)
  return serverSchema.parse(result.rows)[0]
}

const journalSchema = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) })
const appliedSchema = z.array(z.object({ at: z.coerce.number() }))

/** Migrations of this version of Countersign that the database lacks; and how many it has that this version does not know. */
export async function readMigrations(db: DbOrTx): Promise<{ missing: string[]; unknown: number }> {
  // As in migrate.ts: a bundle of this file lies elsewhere.
  const folder = path.join(path.dirname(createRequire(import.meta.url).resolve('@countersign/db')), '..', 'migrations')
  const journal = journalSchema.parse(JSON.parse(await readFile(path.join(folder, 'meta', '_journal.json'), 'utf8')))
  const there = await db.execute(sql`select to_regclass('countersign_migrations.__drizzle_migrations') is not null as there`)
  const hasAny = z.tuple([z.object({ there: z.boolean() })]).parse(there.rows)[0].there
  const rows = hasAny ? (await db.execute(sql`select created_at as at from countersign_migrations.__drizzle_migrations`)).rows : []
  const applied = new Set(appliedSchema.parse(rows).map(({ at }) => at))
  const known = new Set(journal.entries.map(({ when }) => when))
  return {
    missing: journal.entries.filter(({ when }) => !applied.has(when)).map(({ tag }) => tag),
    unknown: [...applied].filter((at) => !known.has(at)).length,
  }
}

const workSchema = z.array(z.object({ queue: z.string(), graphs: z.array(z.string()), runs: z.number() }))
export type QueueUse = z.infer<typeof workSchema>[number]

/**
 * The task queues that registered graphs use (the newest version of each, and every version that has runs under way), by which graphs,
 * and how many runs that have not ended are of these. The default queue, which every run needs, is given by the caller.
 */
export async function readQueueUse(db: DbOrTx, { defaultQueue }: { defaultQueue: string }): Promise<QueueUse[]> {
  const result = await db.execute(sql`
    with live as (
      select graph, version, count(*)::int as runs from countersign.runs where status in ('running', 'waiting', 'parked') group by 1, 2
    ), used as (
      select g.name || '@' || g.version as graph, g.queues, coalesce(l.runs, 0) as runs
        from countersign.graphs g left join live l on l.graph = g.name and l.version = g.version
       where l.graph is not null or g.registered_at = (select max(n.registered_at) from countersign.graphs n where n.name = g.name)
    ), needed as (
      select ${defaultQueue} as queue, graph, runs from used
      union select q.value, u.graph, u.runs from used u, jsonb_each_text(u.queues) q
    )
    select queue, array_agg(graph order by graph) as graphs, sum(runs)::int as runs from needed group by queue order by queue`)
  return workSchema.parse(result.rows)
}

const parkedSchema = z.tuple([z.object({ parked: z.number(), groups: z.number() })])

/** Open incidents of all tenants, and into how many groups they fall. */
export async function countParked(db: DbOrTx): Promise<{ parked: number; groups: number }> {
  const result = await db.execute(sql`
    select count(*)::int as parked, count(distinct incident_group)::int as groups
      from countersign.reviews where status = 'open' and incident_group is not null`)
  return parkedSchema.parse(result.rows)[0]
}
