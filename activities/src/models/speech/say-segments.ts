import type { SpeechSegment } from '../speech-reader.ts'
import type { HeardWord } from './speech-protocol.ts'

/** A word with what is known of it. */
export interface SureWord extends HeardWord {
  /** 0..1. */
  confidence: number
}

const SENTENCE_END = /[.?!…。？！]["'”’)]*$/u
/** A longer pause ends a segment, and so many words do. */
const PAUSE = 0.8
const MOST_WORDS = 30
/** Scripts that put no spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
/** What models write for sounds: [BLANK_AUDIO], (music), *coughs*, ♪. */
const SOUND = /^[[({*♪].*[\])}*♪]$|^♪+$/u
const SOUND_BEGINS = /^[[({*♪]/u
const SOUND_ENDS = /[\])}*♪][.,!?]?$/u
const LONGEST_SOUND = 8

/** Words as segments: one for each sentence, cut at pauses. `noSpeech` tells the chance of silence between two times. */
export function saySegments(words: readonly SureWord[], noSpeech: (from: number, to: number) => number): SpeechSegment[] {
  const groups: SureWord[][] = []
  let group: SureWord[] = []
  for (const word of withoutSounds(words)) {
    const last = group.at(-1)
    if (last !== undefined && (word.from - last.to > PAUSE || group.length >= MOST_WORDS || SENTENCE_END.test(last.text))) {
      groups.push(group)
      group = []
    }
    group.push(word)
  }
  if (group.length > 0) groups.push(group)
  return groups.map((words) => {
    const from = words[0]?.from ?? 0
    const to = Math.max(from, words.at(-1)?.to ?? from)
    const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / words.length
    return { text: joinWords(words.map(({ text }) => text)), from, to, confidence, noSpeech: noSpeech(from, to) }
  })
}

/** Whether a text names sounds and says nothing. */
export const isSound = (text: string): boolean => SOUND.test(text.trim())

function joinWords(words: readonly string[]): string {
  return words.reduce((text, word) => {
    const spaced = text !== '' && !(UNSPACED.test(text.slice(-1)) && UNSPACED.test(word.slice(0, 1)))
    return `${text}${spaced ? ' ' : ''}${word}`
  }, '')
}

function withoutSounds(words: readonly SureWord[]): SureWord[] {
  const kept: SureWord[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]
    if (word === undefined) break
    const end = SOUND_BEGINS.test(word.text) ? words.slice(at, at + LONGEST_SOUND).findIndex(({ text }) => SOUND_ENDS.test(text)) : -1
    if (end >= 0) at += end
    else kept.push(word)
  }
  return kept
}
