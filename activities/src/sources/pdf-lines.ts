import type { PageLine } from '@countersign/workflows/contract'
import { normaliseCharacters } from './normalise-characters.ts'

/** A run of glyphs as pdf.js gives it: `transform` maps text space to page space; width and height in page units. */
export interface GlyphRun {
  str: string
  dir: string
  width: number
  height: number
  transform: readonly number[]
}

/** Page space to the upright page in points: origin top left, y down (a pdf.js viewport's transform at scale 1). */
export interface PageFrame {
  transform: readonly number[]
  width: number
  height: number
}

interface Segment {
  text: string
  left: number
  right: number
  top: number
  bottom: number
  baseline: number
  size: number
  upright: boolean
}

/** Wider than this many ems, a gap separates two cells rather than two words. */
const CELL_GAP = 1
const WORD_GAP = 0.16

/**
 * Joins glyph runs to lines: runs on one baseline with a gap below one em. A wider gap starts a new line, so that the cells
 * of a table row and the columns of a page stay apart. Order is the file's own, which is the reading order of nearly all.
 */
export function pdfLines(runs: readonly GlyphRun[], frame: PageFrame): PageLine[] {
  const segments: Segment[] = []
  for (const run of runs) {
    if (run.str.trim() === '') continue
    const next = segmentOf(run, frame)
    const last = segments.at(-1)
    if (last !== undefined && continues(last, next, run.dir)) join(last, next, run.dir)
    else segments.push(next)
  }
  return segments.map((segment) => lineOf(segment, frame)).filter((line) => line.text !== '' && isOnPage(line))
}

function segmentOf(run: GlyphRun, frame: PageFrame): Segment {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = multiply(frame.transform, run.transform)
  const along = Math.hypot(a, b) || 1
  const up = Math.hypot(c, d) || 1
  const size = run.height || up
  const [ux, uy] = [a / along, b / along]
  const [vx, vy] = [c / up, d / up]
  const ends = [
    [e - vx * size * 0.22, f - vy * size * 0.22],
    [e + ux * run.width - vx * size * 0.22, f + uy * run.width - vy * size * 0.22],
    [e + vx * size * 0.78, f + vy * size * 0.78],
    [e + ux * run.width + vx * size * 0.78, f + uy * run.width + vy * size * 0.78],
  ]
  const xs = ends.map(([x = 0]) => x)
  const ys = ends.map(([, y = 0]) => y)
  return {
    text: normaliseCharacters(run.str),
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
    baseline: f,
    size,
    upright: Math.abs(uy) < 0.1 && ux > 0,
  }
}

function continues(last: Segment, next: Segment, dir: string): boolean {
  if (!last.upright || !next.upright) return false
  const size = Math.max(last.size, next.size)
  // Half a line up or down still belongs: superscripts, the euro sign of another font.
  if (Math.abs(last.baseline - next.baseline) > size * 0.5) return false
  const gap = gapBetween(last, next, dir)
  return gap < size * CELL_GAP && gap > -size * 1.5
}

function gapBetween(last: Segment, next: Segment, dir: string): number {
  return dir === 'rtl' ? last.left - next.right : next.left - last.right
}

function join(last: Segment, next: Segment, dir: string): void {
  const spaced = last.text.endsWith(' ') || next.text.startsWith(' ')
  const apart = gapBetween(last, next, dir) > Math.max(last.size, next.size) * WORD_GAP
  last.text += (apart && !spaced ? ' ' : '') + next.text
  last.left = Math.min(last.left, next.left)
  last.right = Math.max(last.right, next.right)
  last.top = Math.min(last.top, next.top)
  last.bottom = Math.max(last.bottom, next.bottom)
  last.size = Math.max(last.size, next.size)
}

function lineOf(segment: Segment, frame: PageFrame): PageLine {
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

/** Text off the page is printer's marks or hidden on purpose: nobody who looks at the page sees it. */
function isOnPage(line: PageLine): boolean {
  return line.x < 1 && line.y < 1 && line.x + line.w > 0 && line.y + line.h > 0
}

/** The product of two affine transforms in PDF's order [a b c d e f] (ISO 32000-1, 8.3.4). */
function multiply(m: readonly number[], n: readonly number[]): number[] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = m
  const [a2 = 1, b2 = 0, c2 = 0, d2 = 1, e2 = 0, f2 = 0] = n
  return [a * a2 + c * b2, b * a2 + d * b2, a * c2 + c * d2, b * c2 + d * d2, a * e2 + c * f2 + e, b * e2 + d * f2 + f]
}
