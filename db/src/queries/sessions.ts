import { and, desc, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Db, DbOrTx } from '../connect.ts'
import { audit, sessions, signInFailures, users } from '../schema/index.ts'
import { appendAudit } from './audit.ts'

export interface OpenSessionRow {
  user: string
  name: string
  roles: string[]
  seenAt: Date
  expiresAt: Date
}

interface NewSession {
  tenant: string
  hash: string
  user: string
  hours: number
  /** What the provider said, where one vouched. */
  idToken: string | null
}

/** Opens a session, and forgets the tenant's that have ended. */
export async function insertSession(tx: DbOrTx, session: NewSession): Promise<Date> {
  const { tenant, hash, user, hours, idToken } = session
  await tx.delete(sessions).where(and(eq(sessions.tenant, tenant), lt(sessions.expiresAt, sql`now()`)))
  const [row] = await tx
    .insert(sessions)
    .values({ tenant, hash, user, idToken, expiresAt: sql`now() + make_interval(hours => ${hours})` })
    .returning({ expiresAt: sessions.expiresAt })
  if (row === undefined) throw new Error('An insert returned no row.')
  return row.expiresAt
}

/** The session, unless it has ended, nobody used it for `idleHours`, or its person is disabled. */
export async function findSession(db: DbOrTx, where: { tenant: string; hash: string; idleHours: number }): Promise<OpenSessionRow | null> {
  const rows = await db
    .select({ user: users.id, name: users.name, roles: users.roles, seenAt: sessions.seenAt, expiresAt: sessions.expiresAt })
    .from(sessions)
    .innerJoin(users, and(eq(users.tenant, sessions.tenant), eq(users.id, sessions.user)))
    .where(
      and(
        eq(sessions.tenant, where.tenant),
        eq(sessions.hash, where.hash),
        gt(sessions.expiresAt, sql`now()`),
        gt(sessions.seenAt, sql`now() - make_interval(hours => ${where.idleHours})`),
        isNull(users.disabledAt),
      ),
    )
  return rows[0] ?? null
}

/** Notes that a session is in use; at most once a minute, so that reading pages does not write. */
export async function markSessionSeen(db: DbOrTx, where: { tenant: string; hash: string }): Promise<void> {
  await db
    .update(sessions)
    .set({ seenAt: sql`now()` })
    .where(and(eq(sessions.tenant, where.tenant), eq(sessions.hash, where.hash), lt(sessions.seenAt, sql`now() - interval '1 minute'`)))
}

/** Ends one session; answers whose it was and what the provider had said, or null. */
export async function deleteSession(
  tx: DbOrTx,
  where: { tenant: string; hash: string },
): Promise<{ user: string; idToken: string | null } | null> {
  const rows = await tx
    .delete(sessions)
    .where(and(eq(sessions.tenant, where.tenant), eq(sessions.hash, where.hash)))
    .returning({ user: sessions.user, idToken: sessions.idToken })
  return rows[0] ?? null
}

/** Ends the sessions of a person, all or all but one; answers how many. */
export async function deleteSessionsOf(tx: DbOrTx, where: { tenant: string; user: string; but?: string }): Promise<number> {
  const { tenant, user, but } = where
  const others = but === undefined ? undefined : ne(sessions.hash, but)
  const result = await tx.delete(sessions).where(and(eq(sessions.tenant, tenant), eq(sessions.user, user), others))
  return result.rowCount ?? 0
}

/**
 * Counts an attempt to sign in before its password is looked at, so that of any number at once only so many get that far. Answers the
 * attempts of the last `minutes` with this one, and when the oldest of them counts no more.
 */
export async function countAttempt(
  db: DbOrTx,
  attempt: { tenant: string; user: string; minutes: number },
): Promise<{ attempts: number; freeAt: Date }> {
  const { tenant, user, minutes } = attempt
  const since = sql`now() - make_interval(mins => ${minutes})`
  await db.insert(signInFailures).values({ tenant, user })
  await db.delete(signInFailures).where(lt(signInFailures.at, since))
  const [row] = await db
    .select({
      attempts: sql<number>`count(*)::int`,
      freeAt: sql`min(${signInFailures.at}) + make_interval(mins => ${minutes})`.mapWith(signInFailures.at),
    })
    .from(signInFailures)
    .where(and(eq(signInFailures.tenant, tenant), eq(signInFailures.user, user), gt(signInFailures.at, since)))
  return row ?? { attempts: 1, freeAt: new Date() }
}

/** The newest attempt was none that failed. */
export async function forgiveAttempt(db: DbOrTx, { tenant, user }: { tenant: string; user: string }): Promise<void> {
  await db.execute(sql`
    delete from countersign.sign_in_failures where ctid = (
      select ctid from countersign.sign_in_failures where tenant = ${tenant} and "user" = ${user} order by at desc limit 1)`)
}

/** A right password forgives the wrong ones. */
export async function forgetAttempts(db: DbOrTx, where: { tenant: string; user: string }): Promise<void> {
  await db.delete(signInFailures).where(and(eq(signInFailures.tenant, where.tenant), eq(signInFailures.user, where.user)))
}

/** How many of the newest entries are looked through for the last one about a name: more than there are in a minute. */
const LOOKED_THROUGH = 1_000

/**
 * Records failed sign-ins, one entry per name and minute at most, with how many failures there were since the entry before; names that
 * nobody has share one, so that inventing names does not fill the log. `now`: also within the minute, where any failure is not yet told.
 * Nothing is recorded for a tenant without people.
 */
export async function recordRefusals(
  db: Db,
  { tenant, user, now = false }: { tenant: string; user: string; now?: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in refused ${tenant}`}, 0))`)
    const inTenant = tx.select({ id: users.id }).from(users).where(eq(users.tenant, tenant)).limit(1)
    if ((await inTenant).length === 0) return
    const named = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.tenant, tenant), eq(users.id, user)))
    const known = named.length > 0
    const last = await lastRefusal(tx, { tenant, user, known })
    if (last && !now && last.age < 60) return
    const since = last ? gt(signInFailures.at, last.at) : undefined
    const whose = known
      ? eq(signInFailures.user, user)
      : sql`not exists (select 1 from ${users} u where u.tenant = ${tenant} and u.id = ${signInFailures.user})`
    const [found] = await tx
      .select({ count: sql<number>`count(*)::int` })
      .from(signInFailures)
      .where(and(eq(signInFailures.tenant, tenant), whose, since))
    const count = found?.count ?? 0
    if (count > 0) await appendAudit(tx, { tenant, actor: 'sign-in', event: 'session.refused', data: { user, count, known } })
  })
}

/** The newest entry about a name, or about any that nobody has; its age in seconds. */
async function lastRefusal(
  tx: DbOrTx,
  { tenant, user, known }: { tenant: string; user: string; known: boolean },
): Promise<{ at: Date; age: number } | null> {
  const newest = tx
    .select({ at: audit.at, data: audit.data, seq: audit.seq })
    .from(audit)
    .where(and(eq(audit.tenant, tenant), eq(audit.event, 'session.refused')))
    .orderBy(desc(audit.seq))
    .limit(LOOKED_THROUGH)
    .as('newest')
  const about = known ? sql`${newest.data} ->> 'user' = ${user}` : sql`${newest.data} ->> 'known' = 'false'`
  const [row] = await tx
    .select({ at: newest.at, age: sql<number>`extract(epoch from now() - ${newest.at})::float` })
    .from(newest)
    .where(about)
    .orderBy(desc(newest.seq))
    .limit(1)
  return row ?? null
}
