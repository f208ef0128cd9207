import { FRAME_SECONDS } from './voice-activity.ts'

/** A stretch in which somebody speaks, in seconds. */
export interface Region {
  from: number
  to: number
}

/** Speech begins above the one and ends below the other, so that a soft syllable doesn't cut a word. */
const BEGINS = 0.5
const ENDS = 0.35
/** Shorter sounds are clicks, shorter pauses belong to words. */
const SHORTEST_SPEECH = 0.16
const SHORTEST_PAUSE = 0.26

/** Where somebody speaks, from the chances frame by frame; empty in silence and noise. */
export function speechRegions(chances: Float32Array): Region[] {
  const regions: Region[] = []
  let from: number | null = null
  let quiet = 0
  for (const [frame, chance] of chances.entries()) {
    if (from === null) {
      if (chance >= BEGINS) from = frame
      quiet = 0
    } else if (chance < ENDS) {
      quiet += 1
      if (quiet * FRAME_SECONDS < SHORTEST_PAUSE) continue
      regions.push({ from: from * FRAME_SECONDS, to: (frame + 1 - quiet) * FRAME_SECONDS })
      from = null
    } else quiet = 0
  }
  if (from !== null) regions.push({ from: from * FRAME_SECONDS, to: (chances.length - quiet) * FRAME_SECONDS })
  return regions.filter((region) => region.to - region.from >= SHORTEST_SPEECH)
}

/** The mean chance of speech between two times. */
export function meanChance(chances: Float32Array, from: number, to: number): number {
  const frames = chances.subarray(
    Math.floor(from / FRAME_SECONDS),
    Math.max(Math.ceil(to / FRAME_SECONDS), Math.floor(from / FRAME_SECONDS) + 1),
  )
  return frames.length === 0 ? 0 : frames.reduce((sum, chance) => sum + chance, 0) / frames.length
}
