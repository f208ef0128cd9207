import { and, asc, eq, type InferSelectModel, or } from 'drizzle-orm'
import type { DbOrTx } from '../connect.ts'
import { savedViews } from '../schema/index.ts'

export type SavedViewRow = InferSelectModel<typeof savedViews>

/** The person's own views and those that others share, by name. */
export async function listSavedViews(db: DbOrTx, where: { tenant: string; user: string }): Promise<SavedViewRow[]> {
  return await db
    .select()
    .from(savedViews)
    .where(and(eq(savedViews.tenant, where.tenant), or(eq(savedViews.owner, where.user), eq(savedViews.shared, true))))
    .orderBy(asc(savedViews.name), asc(savedViews.id))
}

/** Keeps a view; one of the same owner and name is replaced and keeps its id. */
export async function keepSavedView(db: DbOrTx, view: Omit<SavedViewRow, 'createdAt'>): Promise<SavedViewRow> {
  const { query, shared } = view
  const rows = await db
    .insert(savedViews)
    .values(view)
    .onConflictDoUpdate({ target: [savedViews.tenant, savedViews.owner, savedViews.name], set: { query, shared } })
    .returning()
  const [kept] = rows
  if (!kept) throw new Error('An upsert returned no row.')
  return kept
}

/** Deletes a view: an own one, or with `owner` left out anybody's. Answers whether there was one. */
export async function deleteSavedView(db: DbOrTx, where: { tenant: string; view: string; owner?: string }): Promise<boolean> {
  const rows = await db
    .delete(savedViews)
    .where(
      and(
        eq(savedViews.tenant, where.tenant),
        eq(savedViews.id, where.view),
        where.owner === undefined ? undefined : eq(savedViews.owner, where.owner),
      ),
    )
    .returning({ id: savedViews.id })
  return rows.length > 0
}
