import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { type InferenceSession, Tensor } from 'onnxruntime-node'
import type { Rectangle } from './rectangles.ts'

const HEIGHT = 48
const NARROWEST = 320
const WIDEST = 2400
/** A crop this much higher than wide holds a line that runs up or down the page. */
const UPENDED = 1.5

/** The characters of a line with the chance of each. */
export interface Recognised {
  text: string
  chances: number[]
}

/** Reads the line inside a rectangle of the picture; `quarters`: quarter turns clockwise that make the page upright. */
export async function recogniseLine(
  session: InferenceSession,
  letters: readonly string[],
  picture: Canvas,
  place: Rectangle,
  quarters: number,
): Promise<Recognised> {
  const output = await session.run({ x: lineTensor(picture, place, quarters) })
  const scores = output[session.outputNames[0] ?? '']
  if (!(scores?.data instanceof Float32Array)) throw new Error('The recogniser gave no letters.')
  return decode(scores.data, scores.dims[2] ?? 1, letters)
}

function lineTensor(picture: Canvas, place: Rectangle, quarters: number): Tensor {
  const turned = quarters % 2 === 1
  const [along, across] = turned ? [place.h, place.w] : [place.w, place.h]
  const upended = across > along * UPENDED
  const [w, h] = upended ? [across, along] : [along, across]
  const width = Math.max(8, Math.min(WIDEST, Math.round((HEIGHT * w) / Math.max(1, h))))
  const padded = Math.max(NARROWEST, width)
  const canvas = createCanvas(padded, HEIGHT)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.fillStyle = 'rgb(127, 127, 127)'
  context.fillRect(0, 0, padded, HEIGHT)
  context.beginPath()
  context.rect(0, 0, width, HEIGHT)
  context.clip()
  context.translate(width / 2, HEIGHT / 2)
  context.scale(width / w, HEIGHT / h)
  // Lines that run up the page are read from below, as on the back of a book in most languages.
  context.rotate((quarters * Math.PI) / 2 - place.angle + (upended ? Math.PI / 2 : 0))
  context.drawImage(picture, -place.x, -place.y)
  const { data } = context.getImageData(0, 0, padded, HEIGHT)
  const plane = padded * HEIGHT
  const values = new Float32Array(3 * plane)
  for (let at = 0; at < plane; at += 1) {
    for (let channel = 0; channel < 3; channel += 1) values[channel * plane + at] = (data[at * 4 + 2 - channel] ?? 0) / 127.5 - 1
  }
  return new Tensor('float32', values, [1, 3, HEIGHT, padded])
}

/** The best path of a connectionist temporal classification: repeats are one letter, class 0 is the gap between two (Graves, 2006). */
function decode(scores: Float32Array, classes: number, letters: readonly string[]): Recognised {
  let text = ''
  const chances: number[] = []
  let last = 0
  for (let from = 0; from < scores.length; from += classes) {
    let best = 0
    for (let at = 1; at < classes; at += 1) if ((scores[from + at] ?? 0) > (scores[from + best] ?? 0)) best = at
    const chance = scores[from + best] ?? 0
    if (best !== 0 && best !== last) {
      text += letters[best] ?? ''
      for (const _ of letters[best] ?? '') chances.push(chance)
    } else if (best !== 0) chances[chances.length - 1] = Math.max(chance, chances.at(-1) ?? 0)
    last = best
  }
  return { text, chances }
}
