import { and, desc, eq, type InferSelectModel, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '../connect.ts'
import { type DELIVERY_STATUSES, deliveries } from '../schema/index.ts'
import { cutPage, decodeNumber, pageSize } from './keyset.ts'

export type DeliveryRow = InferSelectModel<typeof deliveries>
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** How a notification finds its receivers, from an entry of the audit log. */
export interface NewNotice {
  tenant: string
  entry: number
  event: string
  actor: string
  channel: string
  run: string | null
  review: string | null
  /** `all`: the channel itself. `given`: these recipients as they are. `people`: those of these who can be reached. `deciders`: whom the review was given to, else all who may decide it; all once it is parked. */
  to: 'all' | 'given' | 'people' | 'deciders'
  names: string[]
}

/**
 * Writes one delivery per receiver, in the transaction that seals the entries. Nobody is told what he did himself, and nobody twice.
 * People are reached by the address of their account; those who are disabled or have none are left out.
 */
export async function insertDeliveries(tx: DbOrTx, notices: readonly NewNotice[]): Promise<number> {
  if (notices.length === 0) return 0
  const result = await tx.execute(sql`
    with notice as (
      select * from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb)
        as n (tenant text, entry bigint, event text, actor text, channel text, run text, review text, "to" text, names text[])
    ), receiver as (
      select n.*, '' as name from notice n where n."to" = 'all'
      union
      select n.*, given from notice n, unnest(n.names) given where n."to" = 'given'
      union
      select n.*, u.id from notice n join countersign.users u
        on u.tenant = n.tenant and u.id = any(n.names) and u.id <> n.actor and u.email is not null and u.disabled_at is null
        where n."to" = 'people'
      union
      select n.*, u.id from notice n
        join countersign.reviews v on v.tenant = n.tenant and v.id = n.review and v.status = 'open'
        join countersign.users u on u.tenant = n.tenant and u.id <> n.actor and u.email is not null and u.disabled_at is null
          and case
            when v.assignee is not null and n.event <> 'review.parked' then u.id = v.assignee
            else (u.roles && v.roles or u.id = any(v.users)) and not u.id = any(v.excluded) end
        where n."to" = 'deciders'
    )
    insert into countersign.deliveries (tenant, entry, event, channel, recipient, run, review)
    select tenant, entry, event, channel, name, run, review from receiver
    on conflict (tenant, entry, channel, recipient) do nothing`)
  return result.rowCount ?? 0
}

const claimedSchema = z.object({
  id: z.coerce.number(),
  tenant: z.string(),
  entry: z.coerce.number(),
  event: z.string(),
  channel: z.string(),
  recipient: z.string(),
  run: z.string().nullable(),
  review: z.string().nullable(),
  attempts: z.number(),
  at: z.coerce.date(),
  actor: z.string(),
  document: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
  title: z.string().nullable(),
  dueAt: z.coerce.date().nullable(),
  email: z.string().nullable(),
})
/** A delivery to be sent now, with what it tells about. `attempts` counts this one. */
export type ClaimedDelivery = z.infer<typeof claimedSchema>

/**
 * Takes up to `limit` due deliveries of all tenants for `leaseSeconds`; while that runs nobody else takes them, and after it they are
 * due again, so a sender that dies loses none.
 */
export async function claimDeliveries(
  db: DbOrTx,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<ClaimedDelivery[]> {
  const result = await db.execute(sql`
    with due as (
      select id from countersign.deliveries where status = 'pending' and next_at <= now()
      order by next_at limit ${limit} for update skip locked
    ), claimed as (
      update countersign.deliveries d set attempts = d.attempts + 1, next_at = now() + make_interval(secs => ${leaseSeconds})
      from due where d.id = due.id returning d.*
    )
    select c.id, c.tenant, c.entry, c.event, c.channel, c.recipient, c.run, c.review, c.attempts,
      a.at, a.actor, a.document, a.data, coalesce(v.title, r.title) as title, v.due_at as "dueAt", u.email
    from claimed c
    join countersign.audit a on a.seq = c.entry and a.tenant = c.tenant
    left join countersign.reviews v on v.id = c.review and v.tenant = c.tenant
    left join countersign.runs r on r.id = c.run and r.tenant = c.tenant
    left join countersign.users u on u.tenant = c.tenant and u.id = c.recipient and u.disabled_at is null
    order by c.id`)
  return z.array(claimedSchema).parse(result.rows)
}

/** Which attempt of which delivery: an attempt whose lease has passed to another settles nothing. */
export interface DeliveryAttempt {
  tenant: string
  id: number
  attempts: number
}

const ofAttempt = ({ tenant, id, attempts }: DeliveryAttempt) =>
  and(eq(deliveries.tenant, tenant), eq(deliveries.id, id), eq(deliveries.attempts, attempts), eq(deliveries.status, 'pending'))

export async function settleSent(db: DbOrTx, attempt: DeliveryAttempt): Promise<void> {
  await db.update(deliveries).set({ status: 'sent', sentAt: sql`now()`, lastError: null }).where(ofAttempt(attempt))
}

/** Notes why an attempt failed, and when the next one is; null: there is none, it is dead. */
export async function settleFailed(
  db: DbOrTx,
  attempt: DeliveryAttempt,
  why: { error: string; againInSeconds: number | null },
): Promise<void> {
  const { error, againInSeconds } = why
  const next = againInSeconds === null ? { status: 'dead' as const } : { nextAt: sql`now() + make_interval(secs => ${againInSeconds})` }
  await db
    .update(deliveries)
    .set({ ...next, lastError: error.slice(0, 500) })
    .where(ofAttempt(attempt))
}

/** Milliseconds until the next delivery is due (0: one is due now), or null when none is. By Postgres's clock. */
export async function nextDeliveryIn(db: DbOrTx): Promise<number | null> {
  const rows = await db
    .select({ ms: sql<number | null>`(extract(epoch from min(${deliveries.nextAt}) - now()) * 1000)::float8` })
    .from(deliveries)
    .where(eq(deliveries.status, 'pending'))
  const ms = rows[0]?.ms ?? null
  return ms === null ? null : Math.max(0, ms)
}

/** A page of deliveries, newest first. */
export async function listDeliveries(
  db: DbOrTx,
  filter: { tenant: string; status?: DeliveryStatus; after?: string; limit?: number },
): Promise<{ items: DeliveryRow[]; next: string | null }> {
  const limit = pageSize(filter.limit)
  const rows = await db
    .select()
    .from(deliveries)
    .where(
      and(
        eq(deliveries.tenant, filter.tenant),
        filter.status && eq(deliveries.status, filter.status),
        filter.after === undefined ? undefined : lt(deliveries.id, decodeNumber(filter.after)),
      ),
    )
    .orderBy(desc(deliveries.id))
    .limit(limit + 1)
  return cutPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id: String(id) }))
}

/** Makes a dead delivery due again, with all its attempts before it. Answers the state it was in; null where there is none. */
export async function reviveDelivery(db: DbOrTx, where: { tenant: string; delivery: number }): Promise<DeliveryStatus | null> {
  const result = await db.execute(sql`
    with was as (
      select id, status from countersign.deliveries where tenant = ${where.tenant} and id = ${where.delivery} for update
    ), revived as (
      update countersign.deliveries d set status = 'pending', attempts = 0, next_at = now()
      from was where d.tenant = ${where.tenant} and d.id = was.id and was.status = 'dead'
    )
    select status from was`)
  return z.array(z.object({ status: z.enum(['pending', 'sent', 'dead']) })).parse(result.rows)[0]?.status ?? null
}
