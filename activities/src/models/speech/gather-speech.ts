import type { Region } from './speech-regions.ts'
import { SAMPLE_RATE } from './voice-activity.ts'

/** Kept around speech, so that its first and last sounds are whole. */
const MARGIN = 0.2
/** Left of a longer pause. */
const PAUSE = 0.4

export interface GatheredSpeech {
  samples: Float32Array
  /** The time in the recording of a time in `samples`, both in seconds. */
  timeOf(seconds: number): number
}

/**
 * The speech of a recording with its long pauses cut short: models of speech invent words in silence, and take as long for it.
 */
export function gatherSpeech(samples: Float32Array, regions: readonly Region[]): GatheredSpeech {
  const total = samples.length / SAMPLE_RATE
  const kept: (Region & { at: number })[] = []
  let length = 0
  for (const region of regions) {
    const last = kept.at(-1)
    const from = Math.max(region.from - MARGIN, last?.to ?? 0)
    const to = Math.min(region.to + MARGIN, total)
    if (last !== undefined && from - last.to <= PAUSE) {
      length += to - last.to
      last.to = to
      continue
    }
    if (last !== undefined) length += PAUSE
    kept.push({ from, to, at: length })
    length += to - from
  }
  const gathered = new Float32Array(Math.ceil(length * SAMPLE_RATE))
  for (const { from, to, at } of kept) {
    const part = samples.subarray(Math.round(from * SAMPLE_RATE), Math.round(to * SAMPLE_RATE))
    const start = Math.round(at * SAMPLE_RATE)
    gathered.set(part.subarray(0, gathered.length - start), start)
  }
  const timeOf = (seconds: number): number => {
    const piece = kept.findLast(({ at }) => at <= seconds) ?? kept[0]
    return piece === undefined ? seconds : Math.min(piece.from + Math.max(0, seconds - piece.at), piece.to)
  }
  return { samples: gathered, timeOf }
}
