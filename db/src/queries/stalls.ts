import { asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, DbOrTx } from '../connect.ts'
import { announceChanges } from '../notify.ts'
import { runs, type STALL_REASONS, stalls } from '../schema/index.ts'

export type StallReason = (typeof STALL_REASONS)[number]

/** A run that nothing moves, and why. */
export interface Stall {
  tenant: string
  run: string
  reason: StallReason
  data: Record<string, string>
  since: Date
}

const STALLS_SHOWN = 1_000
/** Any number that nobody else uses. */
const WATCHING = 7_302_118

/** Lets one watchdog of the installation look at a time; the others answer null at once. The lock goes with the connection. */
export async function whileWatching<T>({ pool }: Pick<Database, 'pool'>, look: () => Promise<T>): Promise<T | null> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [WATCHING])
    if (!rows[0]?.taken) return null
    try {
      return await look()
    } finally {
      await client.query('select pg_advisory_unlock($1)', [WATCHING]).catch(() => undefined)
    }
  } finally {
    client.release()
  }
}

const changedSchema = z.array(z.object({ tenant: z.string(), run: z.string() }))
const asRows = (found: readonly object[]) => sql`jsonb_to_recordset(${JSON.stringify(found)}::jsonb)`

/**
 * Records what a round found: names runs that stand still, clears those of `moving` and those that moved on, ended or wait for a person
 * meanwhile. What changed is announced as a change of its run. Answers how many were named anew or for another reason. One transaction.
 */
export async function recordStalls(
  database: Pick<Database, 'db'>,
  { found, moving }: { found: readonly Stall[]; moving: readonly string[] },
): Promise<number> {
  return await database.db.transaction(async (tx) => {
    const named = await tx.execute(sql`
      insert into countersign.stalls (tenant, run, reason, data, since)
      select f.tenant, f.run, f.reason, f.data, f.since
        from ${asRows(found)} as f(tenant text, run text, reason text, data jsonb, since timestamptz)
        join countersign.runs r on r.id = f.run and r.tenant = f.tenant and r.status in ('running', 'waiting', 'parked') and r.updated_at <= f.since
      on conflict (run) do update set reason = excluded.reason, data = excluded.data, since = excluded.since, seen_at = now()
       where stalls.reason <> excluded.reason or stalls.data <> excluded.data or stalls.since <> excluded.since
      returning tenant, run`)
    const cleared = await tx.execute(sql`
      delete from countersign.stalls s using countersign.runs r
       where r.id = s.run and (s.run = any(${sql.param([...moving])}::text[]) or r.updated_at > s.since
         or r.status not in ('running', 'waiting', 'parked')
         or (s.reason = 'decided_not_resumed' and not exists (
               select 1 from countersign.outbox o where o.run = s.run and o.topic in ('decided', 'edited') and o.done_at is null)))
      returning s.tenant, s.run`)
    const [more, less] = [changedSchema.parse(named.rows), changedSchema.parse(cleared.rows)]
    await announceChanges(
      tx,
      [...more, ...less].map(({ tenant, run }) => ({ tenant, kind: 'run' as const, id: run, run })),
    )
    return more.length
  })
}

/**
 * Owes a run that Temporal has lost its start again, where it still stands at this checkpoint and none is owed; the workflow finds in
 * Postgres where to go on. Recorded in the audit log. False: it has moved on. One statement; safe to repeat.
 */
export async function oweStartAgain(db: DbOrTx, { tenant, run, checkpoint }: { tenant: string; run: string; checkpoint: string }) {
  const result = await db.execute(sql`
    with lost as (
      select id from countersign.runs r
       where r.tenant = ${tenant} and r.id = ${run} and r.status = 'running' and coalesce(r.checkpoint, '') = ${checkpoint}
         and not exists (select 1 from countersign.outbox o where o.run = r.id and o.topic = 'start' and o.done_at is null)
         for update
    ), owed as (
      insert into countersign.outbox (tenant, topic, run) select ${tenant}, 'start', id from lost
    ), audited as (
      insert into countersign.audit (tenant, actor, event, run, data) select ${tenant}, 'engine', 'run.recovered', id, '{}' from lost
    )
    select pg_notify('countersign_outbox', '') from lost`)
  return result.rows.length > 0
}

/** Runs of the tenant that nothing moves, longest first; at most 1,000. */
export async function listStalls(db: DbOrTx, { tenant }: { tenant: string }) {
  return await db
    .select({ run: stalls.run, title: runs.title, graph: runs.graph, reason: stalls.reason, data: stalls.data, since: stalls.since })
    .from(stalls)
    .innerJoin(runs, eq(runs.id, stalls.run))
    .where(eq(stalls.tenant, tenant))
    .orderBy(asc(stalls.since), asc(stalls.run))
    .limit(STALLS_SHOWN)
}

/** How many runs stand still for each reason, of one tenant or of all; reasons without any are left out. */
export async function countStalls(db: DbOrTx, where: { tenant?: string } = {}): Promise<Partial<Record<StallReason, number>>> {
  const rows = await db
    .select({ reason: stalls.reason, count: sql<number>`count(*)::int` })
    .from(stalls)
    .where(where.tenant === undefined ? undefined : eq(stalls.tenant, where.tenant))
    .groupBy(stalls.reason)
  return Object.fromEntries(rows.map(({ reason, count }) => [reason, count]))
}
