import { createHash } from 'node:crypto'

/**
 * A request as text that does not depend on the order of its keys, so that one read back from Postgres gives the same.
 * What is not JSON (an undefined key) is left out.
 */
export function shownText(request: unknown): string {
  return JSON.stringify(request, (_key, value: unknown) => (isObject(value) ? sortKeys(value) : value))
}

/**
 * The hash of what a reviewer is shown: the request and the round of the review (1; one more each time it is sent back).
 * {@link shownHashSql} is the same in SQL.
 */
export function shownHashOf(request: unknown, round: number): string {
  return createHash('sha256')
    .update(`${shownText(request)}#${round}`)
    .digest('hex')
}

/** SQL for {@link shownHashOf}: `text` and `round` are SQL expressions of a text made by {@link shownText} and a whole number. */
export const shownHashSql = (text: string, round: string): string => `encode(sha256(convert_to(${text} || '#' || ${round}, 'UTF8')), 'hex')`

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const sortKeys = (object: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)))
