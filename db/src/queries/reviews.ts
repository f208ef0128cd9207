import { and, asc, eq, getTableColumns, type InferSelectModel, ilike, type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '../connect.ts'
import { type REVIEW_STATUSES, reviews } from '../schema/index.ts'
import { containsPattern, cutPage, decodeCursor, type Position, pageSize } from './keyset.ts'

export type ReviewRow = InferSelectModel<typeof reviews>
/** A review without its request, for lists. */
export type ReviewListRow = Omit<ReviewRow, 'request'>

export interface ReviewConditions {
  tenant: string
  status?: (typeof REVIEW_STATUSES)[number]
  kind?: string
  documentType?: string
  run?: string
  /** Seconds since it was opened, at least. */
  olderThan?: number
  text?: string
}

const { request: _request, ...listColumns } = getTableColumns(reviews)

export async function findReview(db: DbOrTx, where: { tenant: string; review: string }): Promise<ReviewRow | null> {
  const rows = await db
    .select()
    .from(reviews)
    .where(and(eq(reviews.tenant, where.tenant), eq(reviews.id, where.review)))
  return rows[0] ?? null
}

/** A page of reviews: open ones oldest first (the inbox's order), any others by when they were opened, newest first. */
export async function listReviews(
  db: DbOrTx,
  filter: ReviewConditions & { after?: string; limit?: number },
): Promise<{ items: ReviewListRow[]; next: string | null }> {
  const limit = pageSize(filter.limit)
  const after = filter.after === undefined ? null : decodeCursor(filter.after)
  const oldestFirst = filter.status === 'open'
  const beyond = after && (oldestFirst ? isAfter(after) : isBefore(after))
  const rows = await db
    .select(listColumns)
    .from(reviews)
    .where(and(...conditions(filter), beyond ?? undefined))
    .orderBy(...(oldestFirst ? [asc(reviews.openedAt), asc(reviews.id)] : [sql`${reviews.openedAt} desc`, sql`${reviews.id} desc`]))
    .limit(limit + 1)
  return cutPage(rows, limit, (row) => ({ at: row.openedAt, id: row.id }))
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
    .where(and(eq(reviews.tenant, where.tenant), eq(reviews.status, 'open')))
    .groupBy(reviews.kind, reviews.documentType)
}

/** The open reviews around a position in the inbox's order, how many come before it, and how many there are besides it. */
export async function findNeighbours(
  db: DbOrTx,
  filter: ReviewConditions & { review: string; openedAt: Date },
): Promise<{ previous: string | null; next: string | null; before: number; others: number }> {
  const here = { at: filter.openedAt, id: filter.review }
  const open = [...conditions({ ...filter, status: 'open' }), sql`${reviews.id} <> ${filter.review}`]
  const ids = db.select({ id: reviews.id }).from(reviews).$dynamic()
  const previous = await ids
    .where(and(...open, isBefore(here)))
    .orderBy(sql`${reviews.openedAt} desc`, sql`${reviews.id} desc`)
    .limit(1)
  const next = await db
    .select({ id: reviews.id })
    .from(reviews)
    .where(and(...open, isAfter(here)))
    .orderBy(asc(reviews.openedAt), asc(reviews.id))
    .limit(1)
  const counts = await db
    .select({ before: sql<number>`(count(*) filter (where ${isBefore(here)}))::int`, others: sql<number>`count(*)::int` })
    .from(reviews)
    .where(and(...open))
  return { previous: previous[0]?.id ?? null, next: next[0]?.id ?? null, before: counts[0]?.before ?? 0, others: counts[0]?.others ?? 0 }
}

function conditions(filter: ReviewConditions): (SQL | undefined)[] {
  return [
    eq(reviews.tenant, filter.tenant),
    // A literal, so that the planner can use the index over open reviews.
    filter.status === 'open' ? sql`${reviews.status} = 'open'` : filter.status && eq(reviews.status, filter.status),
    filter.kind ? eq(reviews.kind, filter.kind) : undefined,
    filter.documentType ? eq(reviews.documentType, filter.documentType) : undefined,
    filter.run ? eq(reviews.run, filter.run) : undefined,
    filter.olderThan === undefined ? undefined : sql`${reviews.openedAt} <= now() - make_interval(secs => ${filter.olderThan})`,
    filter.text ? ilike(reviews.title, containsPattern(filter.text)) : undefined,
  ]
}

const isAfter = (position: Position): SQL =>
  sql`(${reviews.openedAt}, ${reviews.id}) > (${position.at.toISOString()}::timestamptz, ${position.id})`
const isBefore = (position: Position): SQL =>
  sql`(${reviews.openedAt}, ${reviews.id}) < (${position.at.toISOString()}::timestamptz, ${position.id})`
