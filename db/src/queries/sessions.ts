import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { DbOrTx } from '../connect.ts'
import { sessions, signInFailures, users } from '../schema/index.ts'

export interface OpenSessionRow {
  user: string
  name: string
  roles: string[]
  seenAt: Date
  expiresAt: Date
}

/** Opens a session, and forgets the tenant's that have ended. */
export async function insertSession(tx: DbOrTx, session: { tenant: string; hash: string; user: string; hours: number }): Promise<Date> {
  const { tenant, hash, user, hours } = session
  await tx.delete(sessions).where(and(eq(sessions.tenant, tenant), lt(sessions.expiresAt, sql`now()`)))
  const [row] = await tx
    .insert(sessions)
    .values({ tenant, hash, user, expiresAt: sql`now() + make_interval(hours => ${hours})` })
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

/** Ends one session; answers whose it was, or null. */
export async function deleteSession(tx: DbOrTx, where: { tenant: string; hash: string }): Promise<string | null> {
  const rows = await tx
    .delete(sessions)
    .where(and(eq(sessions.tenant, where.tenant), eq(sessions.hash, where.hash)))
    .returning({ user: sessions.user })
  return rows[0]?.user ?? null
}

/** Ends all sessions of a person; answers how many. */
export async function deleteSessionsOf(tx: DbOrTx, where: { tenant: string; user: string }): Promise<number> {
  const result = await tx.delete(sessions).where(and(eq(sessions.tenant, where.tenant), eq(sessions.user, where.user)))
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

/** A right password forgives the wrong ones. */
export async function forgetAttempts(db: DbOrTx, where: { tenant: string; user: string }): Promise<void> {
  await db.delete(signInFailures).where(and(eq(signInFailures.tenant, where.tenant), eq(signInFailures.user, where.user)))
}
