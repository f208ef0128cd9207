import { and, asc, eq, getTableColumns, type InferSelectModel, isNull, sql } from 'drizzle-orm'
import type { DbOrTx } from '../connect.ts'
import { users } from '../schema/index.ts'

export type UserRow = InferSelectModel<typeof users>
/** A person without what vouches for the password. */
export type ListedUser = Omit<UserRow, 'passwordHash'> & { hasPassword: boolean }

const { passwordHash: _passwordHash, ...listed } = getTableColumns(users)
const listColumns = { ...listed, hasPassword: sql<boolean>`${users.passwordHash} is not null` }

export async function findUser(db: DbOrTx, where: { tenant: string; user: string }): Promise<UserRow | null> {
  const rows = await db
    .select()
    .from(users)
    .where(and(eq(users.tenant, where.tenant), eq(users.id, where.user)))
  return rows[0] ?? null
}

/** The person whom this issuer knows as `subject`. */
export async function findUserBySubject(db: DbOrTx, where: { tenant: string; issuer: string; subject: string }): Promise<UserRow | null> {
  const rows = await db
    .select()
    .from(users)
    .where(and(eq(users.tenant, where.tenant), eq(users.issuer, where.issuer), eq(users.subject, where.subject)))
  return rows[0] ?? null
}

/** The person with this address, which is compared without its case. */
export async function findUserByEmail(db: DbOrTx, where: { tenant: string; email: string }): Promise<UserRow | null> {
  const rows = await db
    .select()
    .from(users)
    .where(and(eq(users.tenant, where.tenant), eq(users.email, where.email.toLowerCase())))
  return rows[0] ?? null
}

export async function listUsers(db: DbOrTx, where: { tenant: string }): Promise<ListedUser[]> {
  return await db.select(listColumns).from(users).where(eq(users.tenant, where.tenant)).orderBy(asc(users.id))
}

export type NewUserRow = Pick<UserRow, 'tenant' | 'id' | 'name' | 'email' | 'roles' | 'passwordHash'> &
  Partial<Pick<UserRow, 'issuer' | 'subject'>>

/** Adds a person; breaks the primary key `users_tenant_id_pk` or the index `users_email` where there is one already. */
export async function insertUser(tx: DbOrTx, user: NewUserRow): Promise<ListedUser> {
  const [row] = await tx.insert(users).values(user).returning(listColumns)
  if (row === undefined) throw new Error('An insert returned no row.')
  return row
}

export type UserRowChange = Partial<Pick<UserRow, 'name' | 'email' | 'roles' | 'passwordHash' | 'disabledAt' | 'issuer' | 'subject'>>

/** Null where there is no such person. Breaks `users_email` where another has the address. */
export async function updateUser(
  tx: DbOrTx,
  { tenant, user, change }: { tenant: string; user: string; change: UserRowChange },
): Promise<ListedUser | null> {
  const rows = await tx
    .update(users)
    .set(change)
    .where(and(eq(users.tenant, tenant), eq(users.id, user)))
    .returning(listColumns)
  return rows[0] ?? null
}

export async function markUserSeen(db: DbOrTx, where: { tenant: string; user: string }): Promise<void> {
  await db
    .update(users)
    .set({ seenAt: sql`now()` })
    .where(and(eq(users.tenant, where.tenant), eq(users.id, where.user)))
}

/** People with the role who are not disabled. Until the transaction ends nobody else changes any of them. */
export async function lockUsersWithRole(tx: DbOrTx, where: { tenant: string; role: string }): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.tenant, where.tenant), sql`${where.role} = any(${users.roles})`, isNull(users.disabledAt)))
    .orderBy(asc(users.id))
    .for('update')
  return rows.map(({ id }) => id)
}
