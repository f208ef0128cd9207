import { describe, expect, test } from 'vitest'
import { FRAME_SECONDS } from '../../../models/speech/voice-activity.ts'
import type { SpeechSegment } from '../../../models/speech-reader.ts'
import { joinParts } from './join-parts.ts'
import { partWindows, slicesFor } from './part-windows.ts'
import { splitSpeech } from './split-speech.ts'

const SECONDS = 300
const flat = new Float32Array(Math.ceil(SECONDS / FRAME_SECONDS)).fill(1)
const split = (...regions: [from: number, to: number][]) =>
  splitSpeech(
    regions.map(([from, to]) => ({ from, to })),
    flat,
    SECONDS,
  )

describe('parts of a recording', () => {
  test('are cut in pauses, and hold no long silence', () => {
    expect(split([5, 15], [15.4, 25], [26, 40], [100, 110])).toEqual([
      { part: 1, from: 4.7, to: 25.3, joined: false },
      { part: 2, from: 25.7, to: 40.3, joined: false },
      { part: 3, from: 99.7, to: 110.3, joined: false },
    ])
  })

  test('do not overlap where a pause is short', () => {
    const [first, second] = split([0, 27], [27.3, 50])
    expect(first?.to).toBeCloseTo(27.15)
    expect(second?.from).toBeCloseTo(27.15)
  })

  test('without a pause are cut where speech is softest, with a second of overlap', () => {
    const chances = flat.slice()
    chances.fill(0.4, Math.floor(23 / FRAME_SECONDS), Math.floor(23.3 / FRAME_SECONDS))
    const parts = splitSpeech([{ from: 0, to: 45 }], chances, 45)
    expect(parts.map(({ joined }) => joined)).toEqual([false, true])
    expect(parts[0]?.to).toBeCloseTo(23.65, 1)
    expect(parts[1]?.from).toBeCloseTo(22.65, 1)
    expect(parts[1]?.to).toBe(45)
  })

  test('of hours of speech are never longer than a model hears at a time', () => {
    for (const { from, to } of split([0, SECONDS])) expect(to - from).toBeLessThanOrEqual(30)
  })

  test('of silence are none', () => {
    expect(split()).toEqual([])
  })
})

describe('windows', () => {
  const parts = (...joined: boolean[]) =>
    joined.map((is, index) => ({ part: index + 1, from: index * 28, to: index * 28 + 28, joined: is }))
  const sizes = (...joined: boolean[]) => partWindows(parts(...joined)).map((window) => window.length)

  test('hold four parts, or more where these overlap', () => {
    expect(sizes(...Array<boolean>(10).fill(false))).toEqual([4, 4, 2])
    expect(sizes(false, false, false, false, true, true, false)).toEqual([6, 1])
    expect(sizes(...Array<boolean>(30).fill(true))).toEqual([12, 12, 6])
  })

  test('are sent the slices that they lie in', () => {
    const recording = { of: 'x', slices: ['a', 'b', 'c', 'd'], seconds: 240, problem: null }
    expect(slicesFor(parts(false, false, false, false).slice(3), recording)).toEqual({ firstSlice: 1, slices: ['b'] })
    expect(slicesFor(parts(false, false, false), recording)).toEqual({ firstSlice: 0, slices: ['a', 'b'] })
  })
})

describe('what two parts heard around a cut', () => {
  const said = (...texts: string[]): SpeechSegment[] => texts.map((text) => ({ text, from: 0, to: 1, confidence: 1, noSpeech: 0 }))
  const join = (before: SpeechSegment[], after: SpeechSegment[]) => {
    const joined = joinParts(before, after)
    return [...joined.before, ...joined.after].map(({ text }) => text)
  }

  test('is said once', () => {
    expect(join(said('Ask not what your country'), said('your country can do for you'))).toEqual([
      'Ask not what your country',
      'can do for you',
    ])
  })

  test('is said once where a word was broken by the cut', () => {
    expect(join(said('ask not what your coun'), said('t your country can do'))).toEqual(['ask not what your', 'country can do'])
  })

  test('stays where both heard other words', () => {
    expect(join(said('ask not'), said('what your country'))).toEqual(['ask not', 'what your country'])
  })

  test('leaves nothing of a segment that is wholly in the other', () => {
    expect(join(said('One.', 'Your country'), said('your country', 'Two.'))).toEqual(['One.', 'Your country', 'Two.'])
  })
})
