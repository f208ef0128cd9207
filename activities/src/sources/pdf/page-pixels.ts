import type { Box } from './affine.ts'

/** A page as drawn: red, green, blue, alpha per pixel; `scale` pixels per point. */
export interface PagePixels {
  data: Uint8ClampedArray
  width: number
  height: number
  scale: number
}

export type Colour = readonly [red: number, green: number, blue: number]

/** What a piece of a page looks like: its commonest colour, and the share of pixels that differ from it. */
export interface Look {
  ground: Colour
  contrast: number
}

/** As many levels of 255 are seen as a difference on paper and screen. */
const VISIBLE = 16
/** So many pixels of a piece say enough. */
const SAMPLES = 4000

/** Whether less than one pixel in 2,000 differs from the paper. */
export function isBlank({ data }: PagePixels): boolean {
  let marked = 0
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at] ?? 255) + (data[at + 1] ?? 255) + (data[at + 2] ?? 255) < 720) marked += 1
  }
  return marked < data.length / 4 / 2000
}

/** How a box of the page looks; null where it has no pixel. */
export function lookOf(pixels: PagePixels, box: Box): Look | null {
  const left = Math.max(0, Math.floor(box.left * pixels.scale))
  const top = Math.max(0, Math.floor(box.top * pixels.scale))
  const right = Math.min(pixels.width, Math.ceil(box.right * pixels.scale))
  const bottom = Math.min(pixels.height, Math.ceil(box.bottom * pixels.scale))
  if (right <= left || bottom <= top) return null
  // Every row and column matters where the box is small; in a large one every third says as much.
  const step = Math.max(1, Math.floor(Math.sqrt(((right - left) * (bottom - top)) / SAMPLES)))
  const colours: Colour[] = []
  for (let y = top; y < bottom; y += step) {
    for (let x = left; x < right; x += step) {
      const at = (y * pixels.width + x) * 4
      colours.push([pixels.data[at] ?? 255, pixels.data[at + 1] ?? 255, pixels.data[at + 2] ?? 255])
    }
  }
  const ground = commonest(colours)
  return { ground, contrast: colours.filter((colour) => !looksLike(colour, ground)).length / colours.length }
}

export function looksLike(a: Colour, b: Colour): boolean {
  return Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2])) < VISIBLE
}

/** The middle of the fullest of 16 x 16 x 16 bins. */
function commonest(colours: readonly Colour[]): Colour {
  const bins = new Map<number, { count: number; red: number; green: number; blue: number }>()
  let best = { count: 1, red: 255, green: 255, blue: 255 }
  for (const [red, green, blue] of colours) {
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4)
    const bin = bins.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 }
    bin.count += 1
    bin.red += red
    bin.green += green
    bin.blue += blue
    bins.set(key, bin)
    if (bin.count >= best.count) best = bin
  }
  return [best.red / best.count, best.green / best.count, best.blue / best.count]
}
