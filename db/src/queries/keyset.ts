import { CountersignError } from '@countersign/workflows/contract'
import { z } from 'zod'

const cursorSchema = z.tuple([z.iso.datetime(), z.string()])

/** Where a page ended: the sort moment and id of its last row. */
export interface Position {
  at: Date
  id: string
}

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 200

/** Makes a position opaque, so that callers cannot come to depend on what is in it. */
function encodeCursor(position: Position): string {
  return Buffer.from(JSON.stringify([position.at.toISOString(), position.id])).toString('base64url')
}

/** Reads a cursor back; throws CountersignError `invalid_input` when it is not one of ours. */
export function decodeCursor(cursor: string): Position {
  try {
    const [at, id] = cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    return { at: new Date(at), id }
  } catch (cause) {
    throw new CountersignError('invalid_input', '"after" is not a cursor of this list. Pass the "next" of the page before.', {}, { cause })
  }
}

/** As {@link decodeCursor}, for a list whose ids are numbers. */
export function decodeNumber(cursor: string): number {
  const number = Number(decodeCursor(cursor).id)
  if (Number.isSafeInteger(number)) return number
  throw new CountersignError('invalid_input', '"after" is not a cursor of this list. Pass the "next" of the page before.')
}

/** How many rows a page has: `limit` within 1..200, 50 when left out. */
export function pageSize(limit: number | undefined): number {
  if (limit === undefined) return DEFAULT_LIMIT
  if (!Number.isInteger(limit) || limit < 1)
    throw new CountersignError('invalid_input', `"limit" must be a whole number from 1 to ${MAX_LIMIT}.`)
  return Math.min(limit, MAX_LIMIT)
}

/** Cuts one row more than the page down to the page, and says where to read on. */
export function cutPage<Row>(rows: Row[], limit: number, position: (row: Row) => Position): { items: Row[]; next: string | null } {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: rows.length > limit && last !== undefined ? encodeCursor(position(last)) : null }
}

/** A LIKE pattern that finds `text` anywhere, with its wildcards taken literally. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}
