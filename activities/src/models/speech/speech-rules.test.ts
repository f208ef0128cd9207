import { describe, expect, test } from 'vitest'
import { clarity } from './clarity.ts'
import { isStuck } from './compression.ts'
import { gatherSpeech } from './gather-speech.ts'
import { heardAlike } from './heard-alike.ts'
import { isSound, saySegments } from './say-segments.ts'
import { speechRegions } from './speech-regions.ts'
import { FRAME_SECONDS, SAMPLE_RATE, VOICE_FRAME } from './voice-activity.ts'

const frames = (...parts: [chance: number, frames: number][]) =>
  Float32Array.from(parts.flatMap(([chance, count]) => Array<number>(count).fill(chance)))
const words = (text: string, confidence = 0.9) =>
  text.split(' ').map((word, index) => ({ text: word, from: index, to: index + 0.9, confidence }))

describe('where somebody speaks', () => {
  test('a soft syllable does not end a region, a pause does, and a click is none', () => {
    const chances = frames([0, 10], [0.9, 20], [0.4, 5], [0.9, 20], [0, 20], [0.9, 2], [0, 20], [0.8, 10])
    expect(speechRegions(chances).map(({ from, to }) => [from / FRAME_SECONDS, to / FRAME_SECONDS])).toEqual([
      [10, 55],
      [97, 107],
    ])
  })

  test('noise that never reaches the threshold is no speech', () => {
    expect(speechRegions(frames([0.3, 1000]))).toEqual([])
  })
})

describe('speech without its long pauses', () => {
  const samples = new Float32Array(60 * SAMPLE_RATE).map((_, index) => index / (60 * SAMPLE_RATE))
  const gathered = gatherSpeech(samples, [
    { from: 10, to: 12 },
    { from: 40, to: 41 },
  ])

  test('is as long as its regions with their margins and a short pause', () => {
    expect(gathered.samples.length / SAMPLE_RATE).toBeCloseTo(2.4 + 0.4 + 1.4, 2)
  })

  test('knows the time of every sample in the recording', () => {
    expect(gathered.timeOf(0.2)).toBeCloseTo(10)
    expect(gathered.timeOf(2)).toBeCloseTo(11.8)
    expect(gathered.timeOf(3)).toBeCloseTo(40)
    expect(gathered.samples[3 * SAMPLE_RATE]).toBeCloseTo(40 / 60, 3)
    // Within the pause: the end of what was said before it.
    expect(gathered.timeOf(2.7)).toBeCloseTo(12.2)
  })
})

describe('two readings of one sound', () => {
  test('agree on the words that both have in order, whatever their case and marks', () => {
    expect(heardAlike(['And', 'so,', 'my', 'fellow', 'nerd', '–', 'ask'], ['and', 'so', 'my', 'fellow', 'Americans', 'Ask'])).toEqual([
      true,
      true,
      true,
      true,
      false,
      true,
      true,
    ])
  })

  test('agree on nothing where one is empty', () => {
    expect(heardAlike(['one', 'two'], [])).toEqual([false, false])
  })
})

describe('segments', () => {
  const silent = () => 0
  test('end with a sentence and with a pause', () => {
    const spoken = [...words('Ask not. Ask what'), { text: 'later', from: 9, to: 9.5, confidence: 0.5 }]
    expect(saySegments(spoken, silent).map(({ text, from, to }) => [text, from, to])).toEqual([
      ['Ask not.', 0, 1.9],
      ['Ask what', 2, 3.9],
      ['later', 9, 9.5],
    ])
  })

  test('have the mean confidence of their words', () => {
    const [segment] = saySegments([...words('a', 1), ...words('b', 0.5)], silent)
    expect(segment?.confidence).toBe(0.75)
  })

  test('hold no names of sounds', () => {
    expect(saySegments(words('[BLANK_AUDIO] Hello (upbeat music) there ♪'), silent).map(({ text }) => text)).toEqual(['Hello', 'there'])
    expect(isSound(' [BLANK_AUDIO]')).toBe(true)
    expect(isSound('a (small) step')).toBe(false)
  })

  test('put no spaces between Chinese words', () => {
    expect(saySegments(words('你好 世界'), silent)[0]?.text).toBe('你好世界')
  })
})

test('a text that repeats itself is stuck', () => {
  expect(isStuck('and so much love that she is used to do, '.repeat(5))).toBe(true)
  expect(isStuck('And so my fellow Americans, ask not what your country can do for you, ask what you can do for your country.')).toBe(false)
})

describe('clarity', () => {
  const chances = frames([0, 40], [1, 40])
  const loud = (speech: number, noise: number) =>
    new Float32Array(80 * VOICE_FRAME).map(
      (_, index) => (index % 2 ? 1 : -1) * (index < 40 * VOICE_FRAME ? noise : Math.hypot(speech, noise)),
    )

  test('falls with the noise', () => {
    expect(clarity(loud(0.1, 0.001), chances)).toBe(1)
    expect(clarity(loud(0.1, 0.1), chances)).toBeCloseTo(0.8)
    expect(clarity(loud(0.1, 0.4), chances)).toBeLessThan(0.2)
  })

  test('is not doubted where the recording is never quiet', () => {
    expect(clarity(loud(0.1, 0.1), frames([1, 80]))).toBe(1)
  })
})
