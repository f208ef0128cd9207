import { and, asc, eq, type InferSelectModel, inArray, isNull, sql } from 'drizzle-orm'
import type { DbOrTx } from '../connect.ts'
import { comments, users } from '../schema/index.ts'

export type CommentRow = InferSelectModel<typeof comments>

export async function insertComment(tx: DbOrTx, comment: Omit<CommentRow, 'createdAt'>): Promise<CommentRow> {
  const [row] = await tx.insert(comments).values(comment).returning()
  if (!row) throw new Error('a comment was inserted and is not there')
  return row
}

/** The comments of a review, oldest first. */
export async function listComments(db: DbOrTx, where: { tenant: string; review: string }): Promise<CommentRow[]> {
  return await db
    .select()
    .from(comments)
    .where(and(eq(comments.tenant, where.tenant), eq(comments.review, where.review)))
    .orderBy(asc(comments.createdAt), asc(comments.id))
}

export async function countComments(db: DbOrTx, where: { tenant: string; review: string }): Promise<number> {
  const rows = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(comments)
    .where(and(eq(comments.tenant, where.tenant), eq(comments.review, where.review)))
  return rows[0]?.count ?? 0
}

/** Which of these are people of the tenant who may still sign in, with their roles. */
export async function findPeople(db: DbOrTx, where: { tenant: string; ids: string[] }): Promise<{ id: string; roles: string[] }[]> {
  if (where.ids.length === 0) return []
  return await db
    .select({ id: users.id, roles: users.roles })
    .from(users)
    .where(and(eq(users.tenant, where.tenant), inArray(users.id, where.ids), isNull(users.disabledAt)))
    .orderBy(asc(users.id))
}

/** Whether the tenant keeps a list of its people at all. */
export async function hasPeople(db: DbOrTx, where: { tenant: string }): Promise<boolean> {
  const rows = await db.select({ id: users.id }).from(users).where(eq(users.tenant, where.tenant)).limit(1)
  return rows.length > 0
}
