import { FRAME_SECONDS, VOICE_FRAME } from './voice-activity.ts'

const SPEECH = 0.5
const QUIET = 0.15
/** Less quiet than this says nothing of the noise. */
const ENOUGH_QUIET = 0.3
/** Shares of words that Whisper base heard right at signal-to-noise ratios in dB; eval/README.md says how they were measured. */
const HEARD_RIGHT = [
  { ratio: 8, share: 1 },
  { ratio: 5, share: 0.95 },
  { ratio: 0, share: 0.8 },
  { ratio: -4, share: 0.45 },
  { ratio: -10, share: 0.1 },
] as const

/**
 * How well speech stands out of the noise around it, 0..1: the share of words that is usually heard right at that ratio of speech to
 * noise. 1 where the recording is never quiet, since then nothing is known of its noise.
 */
export function clarity(samples: Float32Array, chances: Float32Array): number {
  const speech = meanPower(samples, chances, (chance) => chance >= SPEECH)
  const noise = meanPower(samples, chances, (chance) => chance <= QUIET)
  if (noise.frames * FRAME_SECONDS < ENOUGH_QUIET || noise.power === 0) return 1
  if (speech.power <= noise.power) return 0.1
  return shareAt(10 * Math.log10((speech.power - noise.power) / noise.power))
}

function meanPower(samples: Float32Array, chances: Float32Array, wanted: (chance: number) => boolean): { power: number; frames: number } {
  let sum = 0
  let frames = 0
  for (const [frame, chance] of chances.entries()) {
    if (!wanted(chance)) continue
    frames += 1
    for (const sample of samples.subarray(frame * VOICE_FRAME, (frame + 1) * VOICE_FRAME)) sum += sample * sample
  }
  return { power: frames === 0 ? 0 : sum / (frames * VOICE_FRAME), frames }
}

function shareAt(ratio: number): number {
  const [best, ...others] = HEARD_RIGHT
  let above: { ratio: number; share: number } = best
  if (ratio >= above.ratio) return above.share
  for (const below of others) {
    if (ratio >= below.ratio) return below.share + ((ratio - below.ratio) / (above.ratio - below.ratio)) * (above.share - below.share)
    above = below
  }
  return above.share
}
