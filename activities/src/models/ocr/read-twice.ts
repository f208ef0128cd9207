import type { Canvas, Image } from '@napi-rs/canvas'
import type { OcrReading } from '../ocr-reader.ts'
import { mergeReadings } from './merge-readings.ts'
import { type PpOcr, readUpright, type UprightReading } from './read-upright.ts'
import { inReadingOrder } from './reading-order.ts'
import type { ReadLine, ReadWord } from './readings.ts'
import { chooseLanguage } from './second-language.ts'
import type { SecondReader } from './second-reader.ts'
import { turned } from './turned.ts'

/** Pixels of the longer side that lines are cut from: more than 220 dpi of an A4 page tells the recogniser nothing. */
const MOST_SIDE = 2600
/** Tesseract reads lines best at about this height (its box, in pixels). */
const BEST_HEIGHT = 42
const MOST_SCALE = 3
const MOST_SIDE_SECOND = 3000
const TURNS = [0, 90, 180, 270] as const

/** Both readings of a picture before they are merged; `words` null: nobody could read it a second time. */
export interface TwoReadings {
  lines: ReadLine[]
  words: ReadWord[] | null
  turn: OcrReading['turn']
  width: number
  height: number
}

/** Reads a picture with PP-OCR, in the turn in which it makes sense, and once more with Tesseract where that knows the letters. */
export async function readTwice(model: PpOcr, second: SecondReader, image: Image, language: string | null): Promise<TwoReadings> {
  const given = turned(image, 0, Math.min(1, MOST_SIDE / Math.max(image.width, image.height)))
  const { picture, lines, quarters } = await readClearly(model, second, given)
  const { width, height } = picture
  const turn = TURNS[quarters] ?? 0
  const wanted = chooseLanguage(language, lines.map(({ text }) => text).join('\n'))
  if (wanted === null || lines.length === 0) return { lines, words: null, turn, width, height }
  const scale = scaleForSecond(picture, lines)
  const words = await second.words(await turned(picture, 0, scale).encode('png'), wanted, scale)
  return { lines, words, turn, width, height }
}

/** One reading of two: lines in reading order, each with its confidence. */
export function mergeTwo({ lines, words, turn, width, height }: TwoReadings): OcrReading {
  const merged = inReadingOrder(mergeReadings(lines, words, { width, height }))
  return { lines: merged, turn, width, height, confidence: meanOverLetters(merged) }
}

/** Where the readings leave the turn open, Tesseract is asked for it. */
async function readClearly(model: PpOcr, second: SecondReader, given: Canvas): Promise<UprightReading> {
  const reading = await readUpright(model, given, null)
  if (reading.clear || reading.lines.length === 0) return reading
  const turn = await second.turn(await given.encode('png'))
  const quarters = turn === null ? reading.quarters : TURNS.indexOf(turn)
  return quarters === reading.quarters ? reading : await readUpright(model, given, quarters)
}

function scaleForSecond(picture: Canvas, lines: readonly ReadLine[]): number {
  const heights = lines.map(({ box }) => Math.min(box.w, box.h)).sort((a, b) => a - b)
  const usual = heights[Math.floor(heights.length / 2)] ?? BEST_HEIGHT
  return Math.min(MOST_SCALE, BEST_HEIGHT / usual, MOST_SIDE_SECOND / Math.max(picture.width, picture.height))
}

function meanOverLetters(lines: OcrReading['lines']): number {
  let [sum, letters] = [0, 0]
  for (const { text, confidence = 0 } of lines) {
    sum += confidence * text.length
    letters += text.length
  }
  return letters === 0 ? 0 : Math.round((sum / letters) * 1000) / 1000
}
