import { textQuality } from '../text-quality.ts'
import { areaOf, type Box, overlapOf } from './affine.ts'
import { lookOf, type PagePixels } from './page-pixels.ts'

/**
 * What a page is: `text` has a text layer, `scan` shows something and holds no text, `mixed` has text and pictures that may hold more,
 * `garbled` has a text layer that says something else than the page, `blank` shows nothing.
 */
export const PAGE_NATURES = ['text', 'scan', 'mixed', 'garbled', 'blank'] as const
export type PageNature = (typeof PAGE_NATURES)[number]

/** Below this a text layer is not what the page shows. */
const GARBLED = 0.5
/** A page number, a stamp: not what the page is about. */
const FEW_LETTERS = 12
/** Of the page, in pictures with something on them and no text: worth reading. */
const PICTURE_SHARE = 0.06
const [COLUMNS, ROWS] = [24, 32]

/** Whether a text layer says something else than the page shows: fonts without a map to letters, private characters, noise. */
function isGarbled(text: string): boolean {
  const visible = text.match(/\S/gu)?.length ?? 0
  if (visible < FEW_LETTERS) return false
  const unmapped = text.match(/[\p{Co}\ufffd]|[^\P{Cc}\s]/gu)?.length ?? 0
  return unmapped / visible > 0.3 || textQuality(text).score < GARBLED
}

export interface NatureOf {
  width: number
  height: number
  /** What is seen of the text layer, as the file has it. */
  text: string
  lines: readonly Box[]
  images: readonly Box[]
  pixels: PagePixels | null
}

/** What a page is, from its text, its pictures and, where it could be drawn, from what they look like. */
export function natureOf(page: NatureOf, blank: boolean): PageNature {
  const letters = page.text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  if (letters === 0 && !/\S/.test(page.text)) return blank ? 'blank' : 'scan'
  if (isGarbled(page.text)) return 'garbled'
  const share = pictureShare(page)
  if (letters < FEW_LETTERS && share > 0.3) return 'scan'
  return share > PICTURE_SHARE ? 'mixed' : 'text'
}

/** Share of the page that pictures cover where no line of text stands and something is to be seen. */
function pictureShare({ width, height, lines, images, pixels }: NatureOf): number {
  const large = images.filter((image) => areaOf(image) > width * height * 0.01)
  if (large.length === 0) return 0
  let cells = 0
  for (let row = 0; row < ROWS; row += 1) {
    for (let column = 0; column < COLUMNS; column += 1) {
      const cell = {
        left: (column * width) / COLUMNS,
        right: ((column + 1) * width) / COLUMNS,
        top: (row * height) / ROWS,
        bottom: ((row + 1) * height) / ROWS,
      }
      const meets = (box: Box, share: number) => areaOf(overlapOf(box, cell)) > areaOf(cell) * share
      if (!large.some((image) => meets(image, 0.5)) || lines.some((line) => meets(line, 0))) continue
      if (pixels === null || (lookOf(pixels, cell)?.contrast ?? 0) > 0.01) cells += 1
    }
  }
  return cells / (ROWS * COLUMNS)
}
