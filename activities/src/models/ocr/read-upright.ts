import type { Canvas } from '@napi-rs/canvas'
import type { InferenceSession } from 'onnxruntime-node'
import { detectLines } from './detect-lines.ts'
import type { ReadLine } from './readings.ts'
import { type Recognised, recogniseLine } from './recognise-line.ts'
import { boxAround, type Rectangle } from './rectangles.ts'
import { turned } from './turned.ts'

export interface PpOcr {
  detector: InferenceSession
  recogniser: InferenceSession
  /** By class of the recogniser; class 0 is no letter. */
  letters: readonly string[]
}

/** A picture that was turned to be upright, what is read in it, and whether the turn was beyond doubt. */
export interface UprightReading {
  picture: Canvas
  lines: ReadLine[]
  quarters: number
  clear: boolean
}

/** Lines that are tried to find the turn: the longest ones say most. */
const TRIED = 6
/** One turn must beat the next by this much to be beyond doubt. */
const CLEAR_LEAD = 1.25
const UPENDED = 1.5
/** Of a line's height: how much more is looked at the second time. */
const MORE_ALONG = 0.6
const MORE_ACROSS = 0.2

/** Reads a picture in the turn in which its lines make most sense; `known`: quarter turns clockwise that somebody else found. */
export async function readUpright(model: PpOcr, picture: Canvas, known: number | null): Promise<UprightReading> {
  const places = known === null ? await detectLines(model.detector, picture) : []
  const { quarters, clear } = known === null ? await findTurn(model, picture, places) : { quarters: known, clear: true }
  const upright = quarters === 0 ? picture : turned(picture, quarters)
  // Lines that run across are found better.
  const found = quarters === 0 && known === null ? places : await detectLines(model.detector, upright)
  const lines: ReadLine[] = []
  for (const place of found) {
    const { text, chances } = await recogniseLine(model.recogniser, model.letters, upright, place, 0)
    if (text.trim() === '') continue
    const again = await recogniseLine(model.recogniser, model.letters, upright, widened(place), 0)
    lines.push({ text, chances, again: again.text, box: boxAround(place) })
  }
  return { picture: upright, lines, quarters, clear }
}

/**
 * The same line with more around it, so that its letters come to other pixels: what is read alike both times is seldom wrong, and a narrow
 * letter that was lost between two others shows.
 */
function widened(place: Rectangle): Rectangle {
  const across = Math.min(place.w, place.h)
  const [w, h] = place.w >= place.h ? [MORE_ALONG, MORE_ACROSS] : [MORE_ACROSS, MORE_ALONG]
  return { ...place, w: place.w + w * across, h: place.h + h * across }
}

/**
 * Reads the longest lines in each turn that their direction allows. The right turn is the one with the most letters, weighed by how sure
 * the recogniser is of them.
 */
async function findTurn(model: PpOcr, picture: Canvas, places: readonly Rectangle[]): Promise<Pick<UprightReading, 'quarters' | 'clear'>> {
  const longest = [...places].sort((a, b) => Math.max(b.w, b.h) - Math.max(a.w, a.h)).slice(0, TRIED)
  const scores: { quarters: number; score: number }[] = []
  for (const quarters of possibleTurns(longest)) {
    let score = 0
    for (const place of longest) score += weigh(await recogniseLine(model.recogniser, model.letters, picture, place, quarters))
    scores.push({ quarters, score })
  }
  const [best, next] = scores.sort((a, b) => b.score - a.score)
  return { quarters: best?.quarters ?? 0, clear: (best?.score ?? 0) > CLEAR_LEAD * (next?.score ?? 0) }
}

function possibleTurns(places: readonly Rectangle[]): number[] {
  const upended = places.filter(({ w, h }) => h > w * UPENDED).length
  const across = places.filter(({ w, h }) => w > h * UPENDED).length
  if (upended > across * 2) return [1, 3]
  return across > upended * 2 ? [0, 2] : [0, 1, 2, 3]
}

/** Letters and digits weighed by the cube of their chance: of lines upside down many letters are guessed, few surely. */
function weigh({ text, chances }: Recognised): number {
  return chances.reduce((sum, chance, at) => sum + (/[\p{L}\p{N}]/u.test(text.charAt(at)) ? chance ** 3 : 0), 0)
}
