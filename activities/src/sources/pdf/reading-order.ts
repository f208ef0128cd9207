import type { PageLine } from '@countersign/workflows/contract'

/** Lines of prose are at least this long, in characters; cells of a table rarely are. */
const PROSE = 25
/** So often must a file jump between two columns before its order is doubted. */
const JUMPS = 4

/**
 * Puts the columns of prose after one another where a file goes from one to the other line by line, as programs do that write a page from
 * top to bottom. Tables look alike but for the length of their lines, and stay as they are.
 */
export function orderColumns(lines: readonly PageLine[]): PageLine[] {
  const ordered: PageLine[] = []
  for (let at = 0; at < lines.length; ) {
    const end = endOfJumps(lines, at)
    const band = lines.slice(at, end)
    const gutter = band.length >= JUMPS * 2 ? gutterOf(band) : null
    if (gutter === null) {
      ordered.push(...lines.slice(at, at + 1))
      at += 1
      continue
    }
    ordered.push(...band.filter((line) => centre(line) < gutter), ...band.filter((line) => centre(line) >= gutter))
    at = end
  }
  return ordered
}

const centre = (line: PageLine): number => line.x + line.w / 2

/** The end of a stretch in which each line is beside the one before, or below the one before that. */
function endOfJumps(lines: readonly PageLine[], start: number): number {
  let end = start + 1
  let [low, high] = [lines[start]?.y ?? 0, lines[start]?.y ?? 0]
  while (end < lines.length) {
    const line = lines[end]
    if (line === undefined || line.y < low - line.h || line.y > high + line.h * 2.5) break
    low = line.y - line.h
    high = Math.max(high, line.y)
    end += 1
  }
  return end
}

/** Where the white between two columns of prose lies; null where the lines are no two such columns that the file jumps between. */
function gutterOf(band: readonly PageLine[]): number | null {
  const edges = band.map((line) => line.x).toSorted((a, b) => a - b)
  for (const edge of edges) {
    const left = band.filter((line) => line.x + line.w <= edge)
    const right = band.filter((line) => line.x >= edge)
    if (left.length < JUMPS || right.length < JUMPS || left.length + right.length < band.length) continue
    const jumps = band.filter((line, index) => index > 0 && line.x >= edge !== (band[index - 1]?.x ?? 0) >= edge).length
    return jumps >= JUMPS * 2 && isProse(left) && isProse(right) ? edge : null
  }
  return null
}

function isProse(lines: readonly PageLine[]): boolean {
  const lengths = lines.map((line) => line.text.length).toSorted((a, b) => a - b)
  return (lengths[Math.floor(lengths.length / 2)] ?? 0) >= PROSE
}
