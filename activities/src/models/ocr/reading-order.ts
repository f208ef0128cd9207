import type { PageLine } from '@countersign/workflows/contract'

/** Text columns have lines of about this many letters; the cells of a table and the amounts of a receipt are shorter. */
const COLUMN_LETTERS = 20
const LEAST_LINES = 5
const GUTTERS = 40

/** Lines in the order in which they are read: rows from above, each from the left; columns of running text one after the other. */
export function inReadingOrder(lines: readonly PageLine[]): PageLine[] {
  const gutter = findGutter(lines)
  if (gutter === null) return inRows(lines)
  const ordered: PageLine[] = []
  let band: PageLine[] = []
  const flush = () => {
    ordered.push(
      ...inReadingOrder(band.filter((line) => line.x + line.w <= gutter)),
      ...inReadingOrder(band.filter((line) => line.x >= gutter)),
    )
    band = []
  }
  for (const line of [...lines].sort((a, b) => a.y - b.y)) {
    if (!crosses(line, gutter)) {
      band.push(line)
      continue
    }
    flush()
    ordered.push(line)
  }
  flush()
  return ordered
}

/** Where a white band runs down between two columns of running text, headings across aside; the one that fewest lines cross. */
function findGutter(lines: readonly PageLine[]): number | null {
  let best: { x: number; crossing: number } | null = null
  for (let step = 1; step < GUTTERS; step += 1) {
    const x = step / GUTTERS
    const crossing = lines.filter((line) => crosses(line, x)).length
    const left = lines.filter((line) => line.x + line.w <= x)
    const right = lines.filter((line) => line.x >= x)
    if (crossing > lines.length * 0.2 || !isRunningText(left) || !isRunningText(right)) continue
    if (best === null || crossing < best.crossing) best = { x, crossing }
  }
  return best?.x ?? null
}

function isRunningText(lines: readonly PageLine[]): boolean {
  const lengths = lines.map(({ text }) => text.length).sort((a, b) => a - b)
  return lengths.length >= LEAST_LINES && (lengths[Math.floor(lengths.length / 2)] ?? 0) >= COLUMN_LETTERS
}

const crosses = (line: PageLine, x: number): boolean => line.x < x && line.x + line.w > x

function inRows(lines: readonly PageLine[]): PageLine[] {
  const rows: PageLine[][] = []
  for (const line of [...lines].sort((a, b) => middle(a) - middle(b))) {
    const row = rows.at(-1)
    const on = row?.every((other) => Math.abs(middle(other) - middle(line)) < Math.min(other.h, line.h) * 0.5)
    if (row !== undefined && on) row.push(line)
    else rows.push([line])
  }
  return rows.flatMap((row) => row.sort((a, b) => a.x - b.x))
}

const middle = (line: PageLine): number => line.y + line.h / 2
