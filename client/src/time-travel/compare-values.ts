import type { StateChange, StateDiff } from '../schemas/time-travel.ts'

const MOST_CHANGES = 300
const LONGEST_TEXT = 2_000
/** A value that is shown whole: lists and objects beyond it are cut to their first entries. */
const MOST_ENTRIES = 50

/**
 * What differs between two JSON values, by JSON Pointer (RFC 6901). Lists are aligned by what they begin and end with in common, so that
 * one more message in front is one change and not one per message. Beyond 300 changes the rest is counted.
 */
export function compareValues(before: unknown, after: unknown): StateDiff {
  const found: Found = { changes: [], more: 0 }
  compare(found, '', before, after)
  return { changes: found.changes, more: found.more }
}

interface Found {
  changes: StateChange[]
  more: number
}

function note(found: Found, change: StateChange): void {
  if (found.changes.length < MOST_CHANGES) found.changes.push(change)
  else found.more += 1
}

function compare(found: Found, path: string, before: unknown, after: unknown): void {
  if (before === undefined && after === undefined) return
  if (before === undefined) note(found, { path, kind: 'added', after: cut(after) })
  else if (after === undefined) note(found, { path, kind: 'removed', before: cut(before) })
  else if (Array.isArray(before) && Array.isArray(after)) compareLists(found, path, before, after)
  else if (isObject(before) && isObject(after)) compareObjects(found, path, before, after)
  else if (before !== after) note(found, { path, kind: 'changed', before: cut(before), after: cut(after) })
}

function compareObjects(found: Found, path: string, before: Record<string, unknown>, after: Record<string, unknown>): void {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
    compare(found, `${path}/${escapeKey(key)}`, before[key], after[key])
}

function compareLists(found: Found, path: string, before: unknown[], after: unknown[]): void {
  const a = before.map((item) => JSON.stringify(item))
  const b = after.map((item) => JSON.stringify(item))
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1
  const gone = before.slice(head, before.length - tail)
  const come = after.slice(head, after.length - tail)
  // A place in the list is that of the state it is in: the later one, or the earlier one for what is gone.
  for (let index = 0; index < Math.max(gone.length, come.length); index++)
    compare(found, `${path}/${head + index}`, at(gone, index), at(come, index))
}

const at = (list: unknown[], index: number): unknown => (index < list.length ? (list[index] ?? null) : undefined)

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const escapeKey = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')

function cut(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value
  if (typeof value !== 'object' || value === null) return value
  if (depth === 6) return '…'
  if (Array.isArray(value)) {
    const items = value.slice(0, MOST_ENTRIES).map((item) => cut(item, depth + 1))
    return value.length > MOST_ENTRIES ? [...items, '…'] : items
  }
  const entries = Object.entries(value)
  const kept = entries.slice(0, MOST_ENTRIES).map(([key, item]) => [key, cut(item, depth + 1)])
  return Object.fromEntries(entries.length > MOST_ENTRIES ? [...kept, ['…', '…']] : kept)
}
