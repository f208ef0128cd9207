import { areaOf, type Box, overlapOf } from './affine.ts'
import type { DrawnText, PageContent } from './page-content.ts'
import { type Colour, lookOf, looksLike, type PagePixels } from './page-pixels.ts'

/** A run of glyphs where it stands: `size` in points, `font` as pdf.js names it. */
export interface PlacedRun extends Box {
  text: string
  size: number
  font: string
}

export interface SeenPage {
  width: number
  height: number
  content: PageContent | null
  /** null where the page could not be drawn: then only what its program says counts. */
  pixels: PagePixels | null
}

/** Smaller letters are no text to anybody, in points. */
const READABLE = 1.2
/** A piece of which so little differs from its ground shows nothing. */
const FLAT = 0.002
const TRANSPARENT = 0.05

/**
 * Says of each run whether somebody who looks at the page could see it. Not seen is what stands off the page, is smaller than
 * {@link READABLE}, is transparent or of the colour of what lies behind it, is covered or clipped away, or is drawn unpainted over nothing.
 * Unpainted text over a picture is what a scanner's own OCR leaves: it stands for the letters in the picture and counts as seen.
 */
export function hiddenRuns(runs: readonly PlacedRun[], page: SeenPage): boolean[] {
  const drawn = drawnAt(page.content?.texts ?? [])
  const looks = runs.map((run) => (page.pixels === null ? null : lookOf(page.pixels, run)))
  const shows = (index: number) => (looks[index]?.contrast ?? 0) > FLAT
  // A font that the reader cannot draw shows nothing anywhere: that is no proof that its text is hidden.
  const drawable = new Set(runs.filter((_, index) => shows(index)).map(({ font }) => font))
  return runs.map((run, index) => {
    if (isOff(run, page) || isTiny(run)) return true
    const look = looks[index] ?? null
    const own = drawn(run)
    if (own?.unpainted) return !isOverPicture(run, page.content?.images ?? []) || (look !== null && !showsNear(page.pixels, run))
    if (own !== null && own.alpha < TRANSPARENT) return true
    if (look === null) return false
    if (look.contrast <= FLAT) return drawable.has(run.font) || isLike(own?.colour ?? null, look.ground)
    return isLike(own?.colour ?? null, look.ground) && isLike(own?.colour ?? null, lookAround(page.pixels, run) ?? look.ground)
  })
}

/** Whether a box lies outside of the page that is shown (its crop box). */
export function isOff(box: Box, { width, height }: Pick<SeenPage, 'width' | 'height'>): boolean {
  return box.right <= 0 || box.bottom <= 0 || box.left >= width || box.top >= height
}

function isTiny({ text, size, ...box }: PlacedRun): boolean {
  const longer = Math.max(box.right - box.left, box.bottom - box.top)
  return size < READABLE && longer / Math.max(1, text.length) < READABLE
}

function isOverPicture(box: Box, images: readonly Box[]): boolean {
  return images.some((image) => areaOf(overlapOf(box, image)) > areaOf(box) * 0.5)
}

/** OCR places its words roughly: half a line around them counts. */
function showsNear(pixels: PagePixels | null, run: PlacedRun): boolean {
  return pixels === null || (lookOf(pixels, grow(run, run.size / 2))?.contrast ?? 0) > FLAT
}

function lookAround(pixels: PagePixels | null, box: Box): Colour | null {
  if (pixels === null) return null
  const height = box.bottom - box.top
  const above = lookOf(pixels, { ...box, top: box.top - height * 0.5, bottom: box.top - height * 0.1 })
  const below = lookOf(pixels, { ...box, top: box.bottom + height * 0.1, bottom: box.bottom + height * 0.5 })
  return (above ?? below)?.ground ?? null
}

function isLike(colour: string | null, ground: Colour): boolean {
  const [, red, green, blue] = /^#(..)(..)(..)$/.exec(colour ?? '') ?? []
  return red !== undefined && green !== undefined && blue !== undefined && looksLike([hex(red), hex(green), hex(blue)], ground)
}

const hex = (digits: string): number => Number.parseInt(digits, 16)
const grow = (box: Box, by: number): Box => ({ left: box.left - by, top: box.top - by, right: box.right + by, bottom: box.bottom + by })
const lettersOf = (text: string): string => text.normalize('NFKC').replace(/\s/g, '')

/** Height of the bands that drawn texts are looked up by, in points. */
const BAND = 24

/** Finds how a run was drawn: the painted text that holds its letters there if there is one, else the unpainted. */
function drawnAt(texts: readonly DrawnText[]): (run: PlacedRun) => DrawnText | null {
  const bands = new Map<number, DrawnText[]>()
  for (const text of texts) {
    for (let band = Math.floor(text.box.top / BAND); band <= Math.floor(text.box.bottom / BAND); band += 1) {
      bands.set(band, [...(bands.get(band) ?? []), text])
    }
  }
  return (run) => {
    const near = bands.get(Math.floor((run.top + run.bottom) / 2 / BAND)) ?? []
    const there = near.filter((text) => areaOf(overlapOf(text.box, run)) > Math.min(areaOf(text.box), areaOf(run)) * 0.3)
    const letters = new Set(lettersOf(run.text))
    const shared = (text: DrawnText) => [...lettersOf(text.text)].filter((letter) => letters.has(letter)).length
    const same = there.filter((text) => shared(text) >= Math.min(lettersOf(text.text).length, lettersOf(run.text).length) * 0.7)
    return same.find((text) => !text.unpainted && text.alpha >= TRANSPARENT) ?? same[0] ?? null
  }
}
