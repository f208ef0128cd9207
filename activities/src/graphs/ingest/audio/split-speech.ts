import type { Region } from '../../../models/speech/speech-regions.ts'
import { FRAME_SECONDS } from '../../../models/speech/voice-activity.ts'
import type { AudioPart } from '../state.ts'

/** Models of speech hear 30 s at a time: longer parts would be cut again, shorter ones cost as much. */
const LONGEST = 28
/** Kept before and after speech. */
const MARGIN = 0.3
/** A part ends where it is silent for so long, if it has some length. */
const LONG_PAUSE = 8
const SHORT_PART = 10
/** Speech without a pause is cut where it is softest, after so many seconds of a part; both sides hear what is around the cut. */
const SOFT_CUT_AFTER = 20
const OVERLAP = 1

/**
 * Parts of a recording of up to half a minute, cut in pauses. What is silent is in no part. Speech that goes on for longer without a
 * pause is cut with a second of overlap, and the part after the cut says so (`joined`).
 */
export function splitSpeech(regions: readonly Region[], chances: Float32Array, seconds: number): AudioPart[] {
  const stretches = gather(regions)
  const parts: AudioPart[] = []
  for (const [index, stretch] of stretches.entries()) {
    const before = stretches[index - 1]?.to
    const after = stretches[index + 1]?.from
    const first = Math.max(stretch.from - MARGIN, before === undefined ? 0 : (before + stretch.from) / 2)
    const last = Math.min(stretch.to + MARGIN, after === undefined ? seconds : (stretch.to + after) / 2)
    const cuts = softCuts(stretch, chances)
    for (const [number, cut] of [first, ...cuts].entries()) {
      const joined = number > 0
      const end = cuts[number]
      const to = end === undefined ? last : end + OVERLAP / 2
      parts.push({ part: parts.length + 1, from: joined ? cut - OVERLAP / 2 : cut, to: Math.max(cut, to), joined })
    }
  }
  return parts
}

/** Neighbouring regions together as long as they fit into one part. */
function gather(regions: readonly Region[]): Region[] {
  const stretches: Region[] = []
  for (const region of regions) {
    const open = stretches.at(-1)
    const pause = open === undefined ? 0 : region.from - open.to
    const isFull = open !== undefined && (region.to - open.from > LONGEST || (pause > LONG_PAUSE && open.to - open.from > SHORT_PART))
    if (open === undefined || isFull) stretches.push({ ...region })
    else open.to = region.to
  }
  return stretches
}

/** Where a stretch of speech that is too long is cut. */
function softCuts({ from, to }: Region, chances: Float32Array): number[] {
  const cuts: number[] = []
  for (let start = from; to - start > LONGEST; ) {
    start = softest(chances, start + SOFT_CUT_AFTER, start + LONGEST - OVERLAP)
    cuts.push(start)
  }
  return cuts
}

/** The middle of the quarter second in which speech is least likely. */
function softest(chances: Float32Array, from: number, to: number): number {
  const width = 8
  let best = Math.floor(from / FRAME_SECONDS)
  let least = Number.POSITIVE_INFINITY
  for (let frame = best; frame + width <= Math.min(chances.length, Math.ceil(to / FRAME_SECONDS)); frame += 1) {
    const sum = chances.subarray(frame, frame + width).reduce((total, chance) => total + chance, 0)
    if (sum >= least) continue
    least = sum
    best = frame
  }
  return (best + width / 2) * FRAME_SECONDS
}
