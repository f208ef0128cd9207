import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '../connect.ts'
import { OUTBOX_CHANNEL } from '../notify.ts'
import { OUTBOX_TOPICS, outbox } from '../schema/index.ts'

export type OutboxTopic = (typeof OUTBOX_TOPICS)[number]

const owedSchema = z.object({
  id: z.coerce.number(),
  tenant: z.string(),
  topic: z.enum(OUTBOX_TOPICS),
  run: z.string(),
  review: z.string().nullable(),
  attempts: z.number(),
})
/** A message that Temporal is owed. */
export type Owed = z.infer<typeof owedSchema>

/** The door delivers right after its commit; the relay leaves it this long before it steps in. */
export const HEAD_START = '1 second'
const LONGEST_PAUSE_SECONDS = 30

/** Owes Temporal a message, from the transaction that causes it, and wakes the relays once that commits. */
export async function insertOutbox(
  tx: DbOrTx,
  message: { tenant: string; topic: OutboxTopic; run: string; review?: string | null },
): Promise<void> {
  await tx.insert(outbox).values({ ...message, nextAt: sql`now() + ${HEAD_START}::interval` })
  await tx.execute(sql`select pg_notify(${OUTBOX_CHANNEL}, '')`)
}

/** Whether a message of this topic is already owed to the run. */
export async function isOwed(db: DbOrTx, where: { tenant: string; topic: OutboxTopic; run: string }): Promise<boolean> {
  const rows = await db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.tenant, where.tenant), eq(outbox.topic, where.topic), eq(outbox.run, where.run), isNull(outbox.doneAt)))
    .limit(1)
  return rows.length > 0
}

/**
 * Takes up to `limit` due messages of all tenants (the relay serves the whole installation) and sets when each is due
 * again: after 1 s, 2 s, 4 s … 30 s. No lock outlives this call, so a relay that dies loses nothing. Relays that run at once
 * take different messages.
 */
export async function claimOwed(db: DbOrTx, { limit }: { limit: number }): Promise<Owed[]> {
  const result = await db.execute(sql`
    with due as (
      select id from ${outbox} where done_at is null and next_at <= now()
      order by next_at limit ${limit} for update skip locked)
    update ${outbox} o
    set attempts = o.attempts + 1,
        next_at = now() + make_interval(secs => least(${LONGEST_PAUSE_SECONDS}, power(2, least(o.attempts, 10))))
    from due where o.id = due.id
    returning o.id, o.tenant, o.topic, o.run, o.review, o.attempts`)
  return z.array(owedSchema).parse(result.rows)
}

/**
 * Closes the due messages to runs that have ended or are gone: nobody waits for them. Not those to clocks, which must hear that they
 * are not needed any more, nor to batches, which are no runs. Answers how many.
 */
export async function dropOwedToEndedRuns(db: DbOrTx): Promise<number> {
  const result = await db.execute(sql`
    update ${outbox} o set done_at = now()
    where o.done_at is null and o.next_at <= now() and o.topic in ('start', 'decided', 'cancel', 'edited') and not exists (
      select 1 from countersign.runs r
      where r.id = o.run and r.tenant = o.tenant and r.status in ('running', 'waiting', 'parked'))`)
  return result.rowCount ?? 0
}

/** Notes why a delivery failed, for whoever looks into it. */
export async function recordOwedError(db: DbOrTx, where: { tenant: string; id: number; error: string }): Promise<void> {
  await db
    .update(outbox)
    .set({ lastError: where.error.slice(0, 500) })
    .where(and(eq(outbox.tenant, where.tenant), eq(outbox.id, where.id)))
}

/** Milliseconds until the next message is due (0: one is due now), or null when none is owed. By Postgres's clock. */
export async function nextOwedIn(db: DbOrTx): Promise<number | null> {
  const rows = await db
    .select({ ms: sql<number | null>`(extract(epoch from min(${outbox.nextAt}) - now()) * 1000)::float8` })
    .from(outbox)
    .where(isNull(outbox.doneAt))
  const ms = rows[0]?.ms ?? null
  return ms === null ? null : Math.max(0, ms)
}

/** Messages that are owed, and decisions owed for longer than `seconds`: of one tenant, or of all. */
export async function countOwed(
  db: DbOrTx,
  where: { seconds: number; tenant?: string },
): Promise<{ owed: number; decidedNotResumed: number }> {
  const rows = await db
    .select({
      owed: sql<number>`count(*)::int`,
      decidedNotResumed: sql<number>`(count(*) filter (
        where ${outbox.topic} = 'decided' and ${outbox.createdAt} < now() - make_interval(secs => ${where.seconds})))::int`,
    })
    .from(outbox)
    .where(and(isNull(outbox.doneAt), where.tenant === undefined ? undefined : eq(outbox.tenant, where.tenant)))
  return rows[0] ?? { owed: 0, decidedNotResumed: 0 }
}
