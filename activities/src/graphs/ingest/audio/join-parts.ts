import { bareWord } from '../../../models/speech/heard-alike.ts'
import type { SpeechSegment } from '../../../models/speech-reader.ts'

/** Words that may be in both parts around a cut: a second holds no more. */
const MOST = 6

/**
 * Puts together what two parts heard around a cut that both have some of: the longest run of words that ends the one and begins the other
 * is said once, and the broken words beside it are dropped. Without such a run nothing is dropped.
 */
export function joinParts(before: SpeechSegment[], after: SpeechSegment[]): { before: SpeechSegment[]; after: SpeechSegment[] } {
  const last = before.at(-1)
  const first = after[0]
  if (last === undefined || first === undefined) return { before, after }
  const ending = last.text.split(' ')
  const beginning = first.text.split(' ')
  const run = longestRun(ending.slice(-MOST), beginning.slice(0, MOST))
  if (run === null) return { before, after }
  const kept = ending.slice(0, Math.max(0, ending.length - MOST) + run.end)
  const rest = beginning.slice(run.begins + run.length)
  return {
    before: [...before.slice(0, -1), ...withText(last, kept)],
    after: [...withText(first, rest), ...after.slice(1)],
  }
}

function longestRun(a: readonly string[], b: readonly string[]): { end: number; begins: number; length: number } | null {
  let best: { end: number; begins: number; length: number } | null = null
  for (let i = 0; i < a.length; i += 1) {
    for (let j = 0; j < b.length; j += 1) {
      let length = 0
      while (same(a[i + length], b[j + length])) length += 1
      // Of runs of one length the one nearest to the cut.
      if (length > 0 && (best === null || length >= best.length)) best = { end: i + length, begins: j, length }
    }
  }
  return best
}

const same = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && bareWord(a) !== '' && bareWord(a) === bareWord(b)

const withText = (segment: SpeechSegment, words: readonly string[]): SpeechSegment[] =>
  words.length === 0 ? [] : [{ ...segment, text: words.join(' ') }]
