import type { PageLine } from '@countersign/workflows/contract'
import { normaliseCharacters } from '../normalise-characters.ts'
import { type Box, boxAround, multiply } from './affine.ts'
import { isRightToLeft, readingOrderOfRow } from './rtl-row.ts'

/** A run of glyphs as pdf.js gives it: `transform` maps text space to page space; width and height in page units. */
export interface GlyphRun {
  str: string
  dir: string
  width: number
  height: number
  transform: readonly number[]
  fontName: string
}

/** Page space to the upright page in points: origin top left, y down (a pdf.js viewport's transform at scale 1). */
export interface PageFrame {
  transform: readonly number[]
  width: number
  height: number
}

type PageSize = Pick<PageFrame, 'width' | 'height'>

/** Degrees by which a text is turned clockwise against the page. */
export type Turn = 0 | 90 | 180 | 270

/** A run where it stands on the page, its box in points. `turn` is null for slanted text. */
export interface Segment extends Box {
  text: string
  /** Where the letters stand, measured down the page as the text itself is read. */
  baseline: number
  size: number
  turn: Turn | null
  font: string
}

/** Wider than this many ems, a gap separates two cells rather than two words. */
const CELL_GAP = 1
const WORD_GAP = 0.16
const ENDS_RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]$/u
const STARTS_RIGHT_TO_LEFT = /^[\p{Script=Arabic}\p{Script=Hebrew}]/u
const TURNS: readonly Turn[] = [0, 90, 180, 270]
const BACK: Record<Turn, Turn> = { 0: 0, 90: 270, 180: 180, 270: 90 }

/** Where a run stands, before anything is joined. */
export function placeRun(run: GlyphRun, frame: PageFrame): Segment {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = multiply(frame.transform, run.transform)
  const along = Math.hypot(a, b) || 1
  const up = Math.hypot(c, d) || 1
  const size = run.height || up
  const [ux, uy] = [a / along, b / along]
  const [vx, vy] = [c / up, d / up]
  const box = boxAround([
    [e - vx * size * 0.22, f - vy * size * 0.22],
    [e + ux * run.width - vx * size * 0.22, f + uy * run.width - vy * size * 0.22],
    [e + vx * size * 0.78, f + vy * size * 0.78],
    [e + ux * run.width + vx * size * 0.78, f + uy * run.width + vy * size * 0.78],
  ])
  return { text: normaliseCharacters(run.str), ...box, baseline: f, size: up, turn: turnOf(ux, uy), font: run.fontName }
}

function turnOf(x: number, y: number): Turn | null {
  if (Math.abs(y) < 0.1) return x > 0 ? 0 : 180
  if (Math.abs(x) < 0.1) return y > 0 ? 90 : 270
  return null
}

/** The turn of most of a page's letters. */
export function turnOfText(segments: readonly Segment[]): Turn {
  const letters: Record<Turn, number> = { 0: 0, 90: 0, 180: 0, 270: 0 }
  for (const { turn, text } of segments) if (turn !== null) letters[turn] += text.length
  return TURNS.reduce((best, turn) => (letters[turn] > letters[best] ? turn : best))
}

/**
 * Joins runs to lines: runs on one baseline with a gap below one em. A wider gap starts a new line, so that the cells
 * of a table row and the columns of a page stay apart. Order is the file's own, which is the reading order of nearly all; text that is
 * turned is read the way it is turned, what stands askew to the rest comes last.
 */
export function pdfLines(segments: readonly Segment[], frame: PageSize): PageLine[] {
  const main = turnOfText(segments)
  const rightToLeft = isRightToLeft(segments.map(({ text }) => text).join(''))
  const inTurn = (turn: Turn, join: (of: readonly Segment[]) => Segment[]): Segment[] => {
    const upright = segments.filter((segment) => segment.turn === turn).map((segment) => turned(segment, turn, frame))
    return join(upright).map((segment) =>
      turned(segment, BACK[turn], turn % 180 === 0 ? frame : { width: frame.height, height: frame.width }),
    )
  }
  const others = TURNS.filter((turn) => turn !== main).flatMap((turn) => inTurn(turn, joinInOrder))
  const slanted = segments.filter(({ turn }) => turn === null)
  return [...inTurn(main, rightToLeft ? joinRightToLeft : joinInOrder), ...others, ...slanted]
    .map((segment) => lineOf(segment, frame))
    .filter((line) => line.text !== '')
}

/** A segment as it lies on the page once that is turned back by `turn`. */
function turned(segment: Segment, turn: Turn, { width, height }: PageSize): Segment {
  const { left, top, right, bottom, size } = segment
  if (turn === 0) return segment
  const box =
    turn === 180
      ? { left: width - right, right: width - left, top: height - bottom, bottom: height - top }
      : turn === 90
        ? { left: top, right: bottom, top: width - right, bottom: width - left }
        : { left: height - bottom, right: height - top, top: left, bottom: right }
  return { ...segment, ...box, baseline: box.bottom - size * 0.22 }
}

function joinInOrder(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = []
  for (const segment of segments) {
    if (segment.text.trim() === '') continue
    const last = joined.at(-1)
    if (last !== undefined && continues(last, segment)) join(last, segment)
    else joined.push({ ...segment })
  }
  return joined
}

/** Runs that follow one another on one baseline are one row, put in the order of reading and cut at the gaps between cells. */
function joinRightToLeft(segments: readonly Segment[]): Segment[] {
  const rows: Segment[][] = []
  for (const segment of segments) {
    if (segment.text.trim() === '') continue
    const first = rows.at(-1)?.[0]
    if (first !== undefined && onOneBaseline(first, segment)) rows.at(-1)?.push(segment)
    else rows.push([segment])
  }
  const joined: Segment[] = []
  for (const row of rows) {
    for (const [index, segment] of readingOrderOfRow(row).entries()) {
      const last = joined.at(-1)
      if (index > 0 && last !== undefined && gapBetween(last, segment) < Math.max(last.size, segment.size) * CELL_GAP) join(last, segment)
      else joined.push({ ...segment })
    }
  }
  return joined
}

function onOneBaseline(a: Segment, b: Segment): boolean {
  // Half a line up or down still belongs: superscripts, the euro sign of another font.
  return Math.abs(a.baseline - b.baseline) <= Math.max(a.size, b.size) * 0.5
}

function continues(last: Segment, next: Segment): boolean {
  if (!onOneBaseline(last, next)) return false
  const size = Math.max(last.size, next.size)
  const gap = isRightToLeft(next.text) ? last.left - next.right : next.left - last.right
  return gap < size * CELL_GAP && gap > -size * 1.5
}

/** Where a right-to-left word meets a Latin one there is a space between them, which pdf.js drops. */
function changesScript(before: string, after: string): boolean {
  return (
    (ENDS_RIGHT_TO_LEFT.test(before) && /^\p{Script=Latin}/u.test(after)) ||
    (/\p{Script=Latin}$/u.test(before) && STARTS_RIGHT_TO_LEFT.test(after))
  )
}

/** The white between two pieces of a row, whichever comes first. */
function gapBetween(a: Segment, b: Segment): number {
  return Math.max(a.left - b.right, b.left - a.right)
}

function join(last: Segment, next: Segment): void {
  const spaced = last.text.endsWith(' ') || next.text.startsWith(' ')
  const apart = gapBetween(last, next) > Math.max(last.size, next.size) * WORD_GAP
  last.text += ((apart || changesScript(last.text, next.text)) && !spaced ? ' ' : '') + next.text
  last.left = Math.min(last.left, next.left)
  last.right = Math.max(last.right, next.right)
  last.top = Math.min(last.top, next.top)
  last.bottom = Math.max(last.bottom, next.bottom)
  last.size = Math.max(last.size, next.size)
}

function lineOf(segment: Segment, frame: PageSize): PageLine {
  return {
    text: segment.text.replace(/\s+/g, ' ').trim(),
    x: fraction(segment.left / frame.width),
    y: fraction(segment.top / frame.height),
    w: fraction((segment.right - segment.left) / frame.width),
    h: fraction((segment.bottom - segment.top) / frame.height),
  }
}

/** Five digits are a hundredth of a point on an A4 page. */
const fraction = (value: number): number => Math.round(value * 1e5) / 1e5
