import { type Cell, foldInPlace, type Layout } from './cells.ts'
import type { Label } from './labels.ts'

/** A value found by the label that announces it. `beside`: how the value lies to its label. */
export interface Labelled<V> {
  value: V
  cell: Cell
  from: number
  to: number
  strength: number
  beside: 'same' | 'right' | 'below'
  /** The label with what surrounds it, folded: for telling `total` from `total tax`. */
  context: string
  /** The label is all that its cell says. */
  alone: boolean
  /** How far below its label the value stands, as a fraction of the page; 0 beside it. */
  drop: number
}

/** All values that a text holds from an offset on. */
export type FindValues<V> = (text: string, from: number) => { value: V; from: number; to: number }[]

const ROWS_BELOW = 3

/**
 * Values near labels: after the label in its own cell, in the cells to its right, and in cells below it that overlap its width.
 * A cell counts for its strongest label only. `not` drops labels whose cell says something else.
 */
export function findLabelled<V>(layout: Layout, labels: readonly Label[], find: FindValues<V>, not?: RegExp): Labelled<V>[] {
  const found: Labelled<V>[] = []
  for (const cell of layout.cells) {
    const folded = foldInPlace(cell.text)
    const hit = strongest(folded, labels)
    if (hit === null || not?.test(around(folded, hit))) continue
    const alone = hit.to - hit.from >= folded.replace(/[\s:：.#°]+$/, '').length - 1
    const base = { strength: hit.strength, context: folded, alone, drop: 0 }
    const same = find(cell.text, hit.to).map((value) => ({ ...base, ...value, cell, beside: 'same' as const }))
    const right = cellsRight(layout, cell).flatMap((other) =>
      find(other.text, 0).map((value) => ({ ...base, ...value, cell: other, beside: 'right' as const })),
    )
    found.push(...same, ...right)
    if (same.length + right.length > 0) continue
    const below = firstWithValue(cellsBelow(layout, cell), find)
    found.push(...below.map((value) => ({ ...base, ...value, beside: 'below' as const, drop: Math.max(0, value.cell.y - cell.y) })))
  }
  return found
}

interface Hit {
  from: number
  to: number
  strength: number
}

function strongest(folded: string, labels: readonly Label[]): Hit | null {
  for (const { pattern, strength } of labels) {
    const match = [...folded.matchAll(pattern)].at(0)
    if (match !== undefined) return { from: match.index, to: match.index + match[0].length, strength }
  }
  return null
}

/** The label's own neighbourhood: a word before it, a few after it. */
function around(folded: string, hit: Hit): string {
  return folded.slice(Math.max(0, hit.from - 16), hit.to + 14)
}

function cellsRight(layout: Layout, cell: Cell): Cell[] {
  return (layout.rows[cell.row] ?? []).filter((other) => other.x > cell.x && other !== cell)
}

function cellsBelow(layout: Layout, cell: Cell): Cell[] {
  const rows = layout.rows.slice(cell.row + 1, cell.row + 1 + ROWS_BELOW).flat()
  return rows.filter((other) => other.page === cell.page && other.y - cell.y < 0.08 && overlaps(cell, other))
}

function overlaps(a: Cell, b: Cell): boolean {
  return Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x) > -0.01
}

function firstWithValue<V>(cells: readonly Cell[], find: FindValues<V>) {
  for (const cell of cells) {
    const values = find(cell.text, 0)
    if (values.length > 0) return values.map((value) => ({ ...value, cell }))
  }
  return []
}
