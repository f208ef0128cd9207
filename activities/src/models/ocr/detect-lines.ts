import type { Canvas } from '@napi-rs/canvas'
import { createCanvas } from '@napi-rs/canvas'
import { type InferenceSession, Tensor } from 'onnxruntime-node'
import { type Point, type Rectangle, smallestRectangle } from './rectangles.ts'

/** The detector looks at a smaller picture; what is read is cut from the large one. */
const MOST_PIXELS = 1280 * 960
const LONGEST_SIDE = 1600
const STEP = 32
/** Of the detector's training: PaddleOCR, DBPostProcess. */
const MEAN = [0.485, 0.456, 0.406]
const SPREAD = [0.229, 0.224, 0.225]
const INK = 0.3
const LEAST_SCORE = 0.5
const GROW = 1.6
const LEAST_SIDE = 3

/** Finds the lines of text in a picture, in its pixels, whichever way they run. */
export async function detectLines(session: InferenceSession, picture: Canvas): Promise<Rectangle[]> {
  const scale = Math.min(
    1,
    Math.sqrt(MOST_PIXELS / (picture.width * picture.height)),
    LONGEST_SIDE / Math.max(picture.width, picture.height),
  )
  const width = Math.max(STEP, Math.round((picture.width * scale) / STEP) * STEP)
  const height = Math.max(STEP, Math.round((picture.height * scale) / STEP) * STEP)
  const output = await session.run({ x: pictureTensor(picture, width, height) })
  const chances = output[session.outputNames[0] ?? '']?.data
  if (!(chances instanceof Float32Array)) throw new Error('The detector gave no map.')
  const [sx, sy] = [picture.width / width, picture.height / height]
  return components(chances, width, height).flatMap((points) => {
    const tight = smallestRectangle(points)
    if (Math.min(tight.w, tight.h) < LEAST_SIDE || score(chances, width, points) < LEAST_SCORE) return []
    // The map shows the core of a line; how far the letters reach beyond it follows from its area (Liao et al., 2020, DB).
    const grow = (tight.w * tight.h * GROW) / (tight.w + tight.h)
    const { x, y, angle } = tight
    return [{ x: x * sx, y: y * sy, w: (tight.w + grow) * sx, h: (tight.h + grow) * sy, angle }]
  })
}

function pictureTensor(picture: Canvas, width: number, height: number): Tensor {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  const { data } = context.getImageData(0, 0, width, height)
  const plane = width * height
  const values = new Float32Array(3 * plane)
  for (let at = 0; at < plane; at += 1) {
    // Blue comes first in what the model was trained on.
    for (let channel = 0; channel < 3; channel += 1) {
      values[channel * plane + at] = ((data[at * 4 + 2 - channel] ?? 0) / 255 - (MEAN[channel] ?? 0)) / (SPREAD[channel] ?? 1)
    }
  }
  return new Tensor('float32', values, [1, 3, height, width])
}

/** The outline points of each connected region of ink. */
function components(chances: Float32Array, width: number, height: number): Point[][] {
  const seen = new Uint8Array(chances.length)
  const found: Point[][] = []
  const stack: number[] = []
  for (let start = 0; start < chances.length; start += 1) {
    if (seen[start] === 1 || (chances[start] ?? 0) <= INK) continue
    const points: Point[] = []
    seen[start] = 1
    stack.push(start)
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)]
      points.push({ x, y })
      for (let dy = -1; dy <= 1; dy += 1) {
        for (let dx = -1; dx <= 1; dx += 1) {
          const next = at + dy * width + dx
          if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue
          if (seen[next] === 1 || (chances[next] ?? 0) <= INK) continue
          seen[next] = 1
          stack.push(next)
        }
      }
    }
    found.push(points)
  }
  return found
}

function score(chances: Float32Array, width: number, points: readonly Point[]): number {
  return points.reduce((sum, { x, y }) => sum + (chances[y * width + x] ?? 0), 0) / points.length
}
