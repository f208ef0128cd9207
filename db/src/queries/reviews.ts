import { and, asc, eq, getTableColumns, type InferSelectModel, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '../connect.ts'
import { reviews } from '../schema/index.ts'
import { pageSize } from './keyset.ts'
import { conditionsOf, findTitled, hasText, isFreeOr, type ReviewConditions, type Titled } from './review-conditions.ts'
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

/** Larger than any list: where it stands, the planner reads in order and stops early. */
const ALL = 1_000_000_000

/**
 * The reviews that a filter leaves, in an order. A frequent text is looked for while reading in that order; the subquery's limit keeps
 * the planner, which must not know how frequent it is (row-level security), from reading everything first.
 */
async function readInOrder(
  db: DbOrTx,
  { filter, titled, where, order, limit }: { filter: ReviewConditions; titled: Titled; where: SQL | undefined; order: SQL; limit: number },
): Promise<ReviewListRow[]> {
  const ordered = db
    .select(listColumns)
    .from(reviews)
    .where(and(conditionsOf(filter, titled), where))
    .orderBy(order)
  if (!filter.text || titled) return await ordered.limit(limit)
  const all = ordered.limit(ALL).as('ordered')
  return await db.select().from(all).where(hasText(all.title, filter.text)).limit(limit)
}

/** A page of reviews. Throws `invalid_input` for a cursor of another list or of another order. */
export async function listReviews(
  db: DbOrTx,
  filter: ReviewConditions & { after?: string; limit?: number },
): Promise<{ items: ReviewListRow[]; next: string | null }> {
  const limit = pageSize(filter.limit)
  const sort = sortOf(filter)
  const after = filter.after === undefined ? null : decodeReviewCursor(filter.after, sort)
  const titled = await findTitled(db, filter)
  const where = after ? isBeyond(after) : undefined
  const rows = await readInOrder(db, { filter, titled, where, order: orderOf(sort), limit: limit + 1 })
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
  const asker = { tenant, user, roles: [], status: 'open', sort: 'due' } as const
  const count = (narrow: Pick<ReviewConditions, 'due' | 'claim'>) =>
    sql`(select count(*)::int from ${reviews} where ${conditionsOf({ ...asker, ...narrow })})`
  const result = await db.execute(sql`
    select ${count({ due: 'overdue' })} as overdue, ${count({ due: 'soon' })} as "dueSoon",
      ${count({ claim: 'mine' })} as mine, ${count({ claim: 'assigned' })} as assigned`)
  return pressingSchema.parse(result.rows)[0]
}

/** Counting stops here: nobody needs to know which of a hundred thousand an item is. Sooner where every title has to be looked at. */
const COUNTED = 10_000
const COUNTED_BY_TEXT = 1_000

/**
 * The open reviews around one under a filter and in its order, how many come before it, and how many there are besides it; both
 * counts stop at 10,000, under a frequent text at 1,000. `next` leaves out what somebody else has claimed.
 */
export async function findNeighbours(
  db: DbOrTx,
  { row, ...wanted }: ReviewConditions & { row: ReviewListRow },
): Promise<{ previous: string | null; next: string | null; before: number; others: number }> {
  const filter = { ...wanted, status: 'open' as const }
  const sort = sortOf(filter)
  const here = positionOf(sort, row)
  const titled = await findTitled(db, filter)
  const isOther = sql`${reviews.id} <> ${row.id}`
  const nearest = async (where: SQL | undefined, order: SQL) => {
    const [first] = await readInOrder(db, { filter, titled, where: and(isOther, where), order, limit: 1 })
    return first?.id ?? null
  }
  const byText = filter.text && !titled ? hasText(sql`${reviews.title}`, filter.text) : undefined
  const count = async (where: SQL | undefined) => {
    const some = db
      .select({ one: sql`1`.as('one') })
      .from(reviews)
      .where(and(conditionsOf(filter, titled), isOther, byText, where))
      .limit(byText ? COUNTED_BY_TEXT : COUNTED)
    const rows = await db.select({ count: sql<number>`count(*)::int` }).from(some.as('some'))
    return rows[0]?.count ?? 0
  }
  const [previous, next, before, others] = await Promise.all([
    nearest(isBeyond(here, true), orderOf(sort, true)),
    nearest(and(isBeyond(here), isFreeOr(filter.user)), orderOf(sort)),
    count(isBeyond(here, true)),
    count(undefined),
  ])
  return { previous, next, before, others }
}
