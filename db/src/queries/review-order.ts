import { CountersignError } from '@countersign/workflows/contract'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { reviews } from '../schema/index.ts'
import type { ReviewListRow } from './reviews.ts'

/** `priority`: highest first; `due`: most urgent first, without a deadline last; `confidence`: least sure first, without one last. Then oldest first. */
export type ReviewSort = 'oldest' | 'newest' | 'priority' | 'due' | 'confidence'

/** Where a review stands under a sort: its rank where the sort has one, when it was opened, its id. */
export interface ReviewPosition {
  sort: ReviewSort
  rank: string | null
  at: string
  id: string
}

/** The very expressions of the indexes, so that they are used. `rank` is what a position keeps of a row, as text. */
const RANKS = {
  priority: { column: sql`${reviews.rank}`, type: sql`int`, rank: (row: ReviewListRow) => String(-row.priority) },
  due: {
    column: sql`(case when ${reviews.dueAt} is null then 'infinity'::timestamptz else ${reviews.dueAt} end)`,
    type: sql`timestamptz`,
    rank: (row: ReviewListRow) => row.dueAt?.toISOString() ?? 'infinity',
  },
  confidence: {
    column: sql`(case when ${reviews.confidence} is null then 2::real else ${reviews.confidence} end)`,
    type: sql`real`,
    rank: (row: ReviewListRow) => String(row.confidence ?? 2),
  },
}
export const DUE = RANKS.due.column
export const CONFIDENCE = RANKS.confidence.column

const rankOf = (sort: ReviewSort) => (sort === 'oldest' || sort === 'newest' ? null : RANKS[sort])

export function positionOf(sort: ReviewSort, row: ReviewListRow): ReviewPosition {
  return { sort, rank: rankOf(sort)?.rank(row) ?? null, at: row.openedAt.toISOString(), id: row.id }
}

/** The order of a sort, or the opposite one. */
export function orderOf(sort: ReviewSort, backwards = false): SQL {
  const direction = (sort === 'newest') === backwards ? sql`asc` : sql`desc`
  const ranked = rankOf(sort)
  const tail = sql`${reviews.openedAt} ${direction}, ${reviews.id} ${direction}`
  return ranked ? sql`${ranked.column} ${direction}, ${tail}` : tail
}

/** What comes after a position in its sort; before it with `backwards`. */
export function isBeyond({ sort, rank, at, id }: ReviewPosition, backwards = false): SQL {
  const comparison = (sort === 'newest') === backwards ? sql`>` : sql`<`
  const ranked = rankOf(sort)
  if (!ranked) return sql`(${reviews.openedAt}, ${reviews.id}) ${comparison} (${at}::timestamptz, ${id})`
  return sql`(${ranked.column}, ${reviews.openedAt}, ${reviews.id}) ${comparison} (${rank}::${ranked.type}, ${at}::timestamptz, ${id})`
}

const cursorSchema = z.tuple([
  z.enum(['oldest', 'newest', 'priority', 'due', 'confidence']),
  z.string().nullable(),
  z.iso.datetime(),
  z.string(),
])
const rankSchemas = {
  priority: z.string().regex(/^-?\d{1,9}$/),
  due: z.union([z.literal('infinity'), z.iso.datetime()]),
  confidence: z.string().regex(/^\d+(\.\d+)?(e-\d+)?$/),
}

/** Makes a position opaque, so that callers cannot come to depend on what is in it. */
export function encodeReviewCursor({ sort, rank, at, id }: ReviewPosition): string {
  return Buffer.from(JSON.stringify([sort, rank, at, id])).toString('base64url')
}

/** Reads a cursor back. Throws `invalid_input` when it is none of this list, or of the list in another order. */
export function decodeReviewCursor(cursor: string, sort: ReviewSort): ReviewPosition {
  const position = readCursor(cursor)
  if (position.sort === sort) return position
  throw new CountersignError(
    'invalid_input',
    `"after" is a cursor of the list sorted by "${position.sort}", not "${sort}". Begin at the first page of this order.`,
    { sort: position.sort },
  )
}

function readCursor(cursor: string): ReviewPosition {
  try {
    const [sort, rank, at, id] = cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    if (sort !== 'oldest' && sort !== 'newest') rankSchemas[sort].parse(rank)
    return { sort, rank, at, id }
  } catch (cause) {
    throw new CountersignError('invalid_input', '"after" is not a cursor of this list. Pass the "next" of the page before.', {}, { cause })
  }
}
