import { type Canvas, createCanvas } from '@napi-rs/canvas'

/** Longer side of the small copy on which skew and contrast are measured. */
const SMALL_SIDE = 700
const MOST_SKEW = 8
const STEP = 0.25
/** Less is not seen, and turning would only blur. */
const LEAST_SKEW = 0.5
/** The rows must stand out by this much more than as they are. */
const LEAST_GAIN = 1.12
/** A page whose darkest ink and lightest paper are at least this far apart, of 255, stays as it is. */
const ENOUGH_CONTRAST = 150
/** Grey levels apart at which something is drawn at all. */
const LEAST_CONTRAST = 24

interface Grey {
  values: Uint8Array
  width: number
  height: number
}

/** Straightens a picture and raises its contrast, each only where it helps; `canvas` may be drawn on. */
export function preparePicture(canvas: Canvas): { canvas: Canvas; skew: number; stretched: boolean; blank: boolean } {
  const grey = smallGrey(canvas)
  const { dark, light } = extremes(grey)
  const blank = light - dark < LEAST_CONTRAST
  if (blank) return { canvas, skew: 0, stretched: false, blank }
  const stretched = light - dark < ENOUGH_CONTRAST
  if (stretched) stretch(canvas, dark, light)
  const skew = findSkew(grey, (dark + light) / 2)
  return { canvas: skew === 0 ? canvas : rotated(canvas, -skew), skew, stretched, blank }
}

function smallGrey(canvas: Canvas): Grey {
  const scale = Math.min(1, SMALL_SIDE / Math.max(canvas.width, canvas.height))
  const [width, height] = [Math.max(1, Math.round(canvas.width * scale)), Math.max(1, Math.round(canvas.height * scale))]
  const small = createCanvas(width, height)
  const context = small.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(canvas, 0, 0, width, height)
  const { data } = context.getImageData(0, 0, width, height)
  const values = new Uint8Array(width * height)
  for (let at = 0; at < values.length; at += 1) values[at] = luminance(data, at * 4)
  return { values, width, height }
}

/** Of ITU-R BT.601. */
function luminance(data: Uint8ClampedArray, at: number): number {
  return Math.round(0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0))
}

/** The grey levels that 1 % of the pixels are darker than and 1 % lighter than. */
function extremes({ values }: Grey): { dark: number; light: number } {
  const sorted = Uint8Array.from(values).sort()
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { dark: at(0.01), light: at(0.99) }
}

function stretch(canvas: Canvas, dark: number, light: number): void {
  const context = canvas.getContext('2d')
  const image = context.getImageData(0, 0, canvas.width, canvas.height)
  const table = Uint8ClampedArray.from({ length: 256 }, (_, level) => ((level - dark) * 255) / Math.max(1, light - dark))
  for (let at = 0; at < image.data.length; at += 1) if (at % 4 !== 3) image.data[at] = table[image.data[at] ?? 0] ?? 0
  context.putImageData(image, 0, 0)
}

/** The angle at which ink and white alternate most from row to row (Postl, 1986), in degrees; 0 where no angle stands out. */
function findSkew(grey: Grey, threshold: number): number {
  const ink: { x: number; y: number }[] = []
  for (const [at, value] of grey.values.entries()) {
    if (value < threshold) ink.push({ x: at % grey.width, y: Math.floor(at / grey.width) })
  }
  // More ink than paper is a photo, not a page.
  if (ink.length === 0 || ink.length > grey.values.length / 3) return 0
  const level = alternation(ink, grey, 0)
  let best = { angle: 0, value: level }
  for (let angle = -MOST_SKEW; angle <= MOST_SKEW; angle += STEP) {
    const value = alternation(ink, grey, angle)
    if (value > best.value) best = { angle, value }
  }
  // At the end of what was tried there is no peak, only a slope.
  const isPeak = Math.abs(best.angle) >= LEAST_SKEW && Math.abs(best.angle) < MOST_SKEW
  return isPeak && best.value > level * LEAST_GAIN ? best.angle : 0
}

function alternation(ink: readonly { x: number; y: number }[], { width, height }: Grey, angle: number): number {
  const slope = Math.tan((angle * Math.PI) / 180)
  const rows = new Float32Array(height + Math.ceil(width * Math.tan((MOST_SKEW * Math.PI) / 180)) * 2 + 2)
  const middle = Math.ceil(width * Math.tan((MOST_SKEW * Math.PI) / 180))
  for (const { x, y } of ink) {
    const row = Math.round(y - x * slope) + middle
    rows[row] = (rows[row] ?? 0) + 1
  }
  let sum = 0
  for (let row = 1; row < rows.length; row += 1) sum += ((rows[row] ?? 0) - (rows[row - 1] ?? 0)) ** 2
  return sum
}

function rotated(canvas: Canvas, degrees: number): Canvas {
  const turned = createCanvas(canvas.width, canvas.height)
  const context = turned.getContext('2d')
  context.fillStyle = 'white'
  context.fillRect(0, 0, turned.width, turned.height)
  context.imageSmoothingQuality = 'high'
  context.translate(turned.width / 2, turned.height / 2)
  context.rotate((degrees * Math.PI) / 180)
  context.drawImage(canvas, -canvas.width / 2, -canvas.height / 2)
  return turned
}
