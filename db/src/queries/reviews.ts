import { and, asc, eq, getTableColumns, type InferSelectModel, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '../connect.ts'
import { reviews } from '../schema/index.ts'
import { pageSize } from './keyset.ts'
import { conditionsOf, findTitled, isFreeOr, type ReviewConditions } from './review-conditions.ts'
import { decodeReviewCursor, encodeReviewCursor, isBeyond, orderOf, positionOf, type ReviewSort } from './review-order.ts'

export type ReviewRow = InferSelectModel<typeof reviews>
/** A review without its request, for lists. */
export type ReviewListRow = Omit<ReviewRow, 'request'>
export type { ReviewConditions } from './review-conditions.ts'
export type { ReviewSort } from './review-order.ts'

const { request: _request, ...listColumns } = getTableColumns(reviews)

export async function findReview(db: DbOrTx, where: { tenant: string; review: string }): Promise<ReviewRow | null> {
  const rows = await db
    .select()
    .from(reviews)
    .where(and(eq(reviews.tenant, where.tenant), eq(reviews.id, where.review)))
  return rows[0] ?? null
}

/** Open reviews are worked off from the oldest; others are looked up, the newest first. */
const sortOf = ({ sort, status }: ReviewConditions): ReviewSort => sort ?? (status === 'open' ? 'oldest' : 'newest')

/** A page of reviews. Throws `invalid_input` for a cursor of another list or of another order. */
export async function listReviews(
  db: DbOrTx,
  filter: ReviewConditions & { after?: string; limit?: number },
): Promise<{ items: ReviewListRow[]; next: string | null }> {
  const limit = pageSize(filter.limit)
  const sort = sortOf(filter)
  const after = filter.after === undefined ? null : decodeReviewCursor(filter.after, sort)
  const titled = await findTitled(db, filter)
  const rows = await db
    .select(listColumns)
    .from(reviews)
    .where(and(conditionsOf(filter, titled), after ? isBeyond(after) : undefined))
    .orderBy(orderOf(sort))
    .limit(limit + 1)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: rows.length > limit && last ? encodeReviewCursor(positionOf(sort, last)) : null }
}

/** All reviews of a run, oldest first. */
export async function listReviewsOfRun(db: DbOrTx, where: { tenant: string; run: string }): Promise<ReviewListRow[]> {
  return await db
    .select(listColumns)
    .from(reviews)
    .where(and(eq(reviews.tenant, where.tenant), eq(reviews.run, where.run)))
    .orderBy(asc(reviews.openedAt), asc(reviews.id))
}

/** Open reviews, counted by kind and document type. */
export async function countOpenReviews(
  db: DbOrTx,
  where: { tenant: string },
): Promise<{ kind: string; documentType: string | null; count: number }[]> {
  return await db
    .select({ kind: reviews.kind, documentType: reviews.documentType, count: sql<number>`count(*)::int` })
    .from(reviews)
    .where(and(eq(reviews.tenant, where.tenant), sql`${reviews.status} = 'open'`))
    .groupBy(reviews.kind, reviews.documentType)
}

const pressingSchema = z.tuple([z.object({ overdue: z.number(), dueSoon: z.number(), mine: z.number(), assigned: z.number() })])

/** How many open reviews are past their deadline, due within the hour, claimed by this person, given to this person. */
export async function countPressingReviews(
  db: DbOrTx,
  { tenant, user }: { tenant: string; user: string },
): Promise<{ overdue: number; dueSoon: number; mine: number; assigned: number }> {
  const asker = { tenant, user, roles: [], status: 'open' } as const
  const count = (narrow: Pick<ReviewConditions, 'due' | 'claim'>) =>
    sql`(select count(*)::int from ${reviews} where ${conditionsOf({ ...asker, ...narrow })})`
  const result = await db.execute(sql`
    select ${count({ due: 'overdue' })} as overdue, ${count({ due: 'soon' })} as "dueSoon",
      ${count({ claim: 'mine' })} as mine, ${count({ claim: 'assigned' })} as assigned`)
  return pressingSchema.parse(result.rows)[0]
}

/** Counting stops here: nobody needs to know which of a hundred thousand an item is. */
export const COUNTED_NEIGHBOURS = 10_000

/**
 * The open reviews around one under a filter and in its order, how many come before it, and how many there are besides it; both
 * counts stop at {@link COUNTED_NEIGHBOURS}. `next` leaves out what somebody else has claimed.
 */
export async function findNeighbours(
  db: DbOrTx,
  filter: ReviewConditions & { row: ReviewListRow },
): Promise<{ previous: string | null; next: string | null; before: number; others: number }> {
  const { row, user } = filter
  const sort = sortOf({ ...filter, status: 'open' })
  const here = positionOf(sort, row)
  const titled = await findTitled(db, { ...filter, status: 'open' })
  const open = and(conditionsOf({ ...filter, status: 'open' }, titled), sql`${reviews.id} <> ${row.id}`)
  const ids = () => db.select({ id: reviews.id }).from(reviews).$dynamic()
  const previous = ids()
    .where(and(open, isBeyond(here, true)))
    .orderBy(orderOf(sort, true))
    .limit(1)
  const next = ids()
    .where(and(open, isBeyond(here), isFreeOr(user)))
    .orderBy(orderOf(sort))
    .limit(1)
  const count = async (beforeOnly: boolean) => {
    const some = db
      .select({ one: sql`1`.as('one') })
      .from(reviews)
      .where(and(open, beforeOnly ? isBeyond(here, true) : undefined))
      .limit(COUNTED_NEIGHBOURS)
    const rows = await db.select({ count: sql<number>`count(*)::int` }).from(some.as('some'))
    return rows[0]?.count ?? 0
  }
  const [before, after, earlier, others] = await Promise.all([previous, next, count(true), count(false)])
  return { previous: before[0]?.id ?? null, next: after[0]?.id ?? null, before: earlier, others }
}
