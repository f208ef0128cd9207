import { and, desc, eq, getTableColumns, gt, type InferSelectModel, isNull, lt, or, sql } from 'drizzle-orm'
import type { DbOrTx } from '../connect.ts'
import { tokens, users } from '../schema/index.ts'

/** A token without what opens it. */
export type TokenRow = Omit<InferSelectModel<typeof tokens>, 'hash'>

const { hash: _hash, ...columns } = getTableColumns(tokens)

export async function insertToken(
  tx: DbOrTx,
  token: { id: string; tenant: string; user: string; name: string; hash: string; scopes: string[]; days: number },
): Promise<TokenRow> {
  const { days, ...values } = token
  const [row] = await tx
    .insert(tokens)
    .values({ ...values, expiresAt: sql`now() + make_interval(days => ${days})` })
    .returning(columns)
  if (row === undefined) throw new Error('An insert returned no row.')
  return row
}

/** The tenant's tokens, or one person's; newest first. */
export async function listTokens(db: DbOrTx, where: { tenant: string; user?: string }): Promise<TokenRow[]> {
  return await db
    .select(columns)
    .from(tokens)
    .where(and(eq(tokens.tenant, where.tenant), where.user === undefined ? undefined : eq(tokens.user, where.user)))
    .orderBy(desc(tokens.createdAt), tokens.id)
}

export interface ValidToken {
  id: string
  user: string
  name: string
  roles: string[]
  scopes: string[]
}

/** The token with this hash and its person, unless it has expired, was revoked, or the person is disabled. */
export async function findValidToken(db: DbOrTx, where: { tenant: string; hash: string }): Promise<ValidToken | null> {
  const rows = await db
    .select({ id: tokens.id, user: users.id, name: users.name, roles: users.roles, scopes: tokens.scopes })
    .from(tokens)
    .innerJoin(users, and(eq(users.tenant, tokens.tenant), eq(users.id, tokens.user)))
    .where(
      and(
        eq(tokens.tenant, where.tenant),
        eq(tokens.hash, where.hash),
        gt(tokens.expiresAt, sql`now()`),
        isNull(tokens.revokedAt),
        isNull(users.disabledAt),
      ),
    )
  return rows[0] ?? null
}

/** Notes that a token is in use; at most once a minute. */
export async function markTokenUsed(db: DbOrTx, where: { tenant: string; id: string }): Promise<void> {
  const longAgo = or(isNull(tokens.usedAt), lt(tokens.usedAt, sql`now() - interval '1 minute'`))
  await db
    .update(tokens)
    .set({ usedAt: sql`now()` })
    .where(and(eq(tokens.tenant, where.tenant), eq(tokens.id, where.id), longAgo))
}

/** Revokes a token: anybody's, or only where it is `user`'s. `changed`: it was not revoked before. Null where there is none. */
export async function revokeToken(
  tx: DbOrTx,
  where: { tenant: string; id: string; user?: string },
): Promise<{ user: string; changed: boolean } | null> {
  const mine = and(
    eq(tokens.tenant, where.tenant),
    eq(tokens.id, where.id),
    where.user === undefined ? undefined : eq(tokens.user, where.user),
  )
  const revoked = await tx
    .update(tokens)
    .set({ revokedAt: sql`now()` })
    .where(and(mine, isNull(tokens.revokedAt)))
    .returning({ user: tokens.user })
  if (revoked[0]) return { user: revoked[0].user, changed: true }
  const known = await tx.select({ user: tokens.user }).from(tokens).where(mine)
  return known[0] ? { user: known[0].user, changed: false } : null
}

/** Revokes every token of a person; answers how many. */
export async function revokeTokensOf(tx: DbOrTx, where: { tenant: string; user: string }): Promise<number> {
  const result = await tx
    .update(tokens)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(tokens.tenant, where.tenant), eq(tokens.user, where.user), isNull(tokens.revokedAt)))
  return result.rowCount ?? 0
}
