import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { decodeAudioAsync } from '@napi-rs/whisper'
import { afterEach, describe, expect, test } from 'vitest'
import { cutMp3 } from './cut-mp3.ts'
import { cutWav } from './cut-wav.ts'
import { openRecording, samplesOf } from './open-recording.ts'
import { beeps, makeWav } from './testing/make-wav.ts'

const RATE = 16_000
const DATA = process.env.COUNTERSIGN_DATA ?? path.resolve(import.meta.dirname, '../../../../../shared/data')
const onData = test.runIf(existsSync(DATA))
const example = (name: string) => new Uint8Array(readFileSync(path.join(import.meta.dirname, 'testing', name)))
const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function open(bytes: Uint8Array, name = 'talk', maxSeconds = 14_400) {
  const recording = await openRecording(bytes, { name, maxSeconds })
  closers.push(recording.close)
  return recording
}

async function hear(bytes: Uint8Array, maxSeconds?: number) {
  const recording = await open(bytes, 'talk', maxSeconds)
  const slices: Float32Array[] = []
  for await (const slice of recording.slices()) slices.push(samplesOf(slice))
  const seconds = slices.reduce((sum, slice) => sum + slice.length, 0) / RATE
  return { ...recording, slices, seconds, problem: recording.problem() }
}

const loudness = (samples: Float32Array, from: number, to: number): number =>
  Math.hypot(...samples.subarray(from * RATE, to * RATE)) / Math.sqrt((to - from) * RATE)

/** Where sound begins, in seconds. */
function onsets(samples: Float32Array): number[] {
  const found: number[] = []
  let quiet = true
  for (let at = 0; at + 160 <= samples.length; at += 160) {
    const loud = loudness(samples, at / RATE, (at + 160) / RATE) > 0.1
    if (loud && quiet) found.push(at / RATE)
    quiet = !loud
  }
  return found
}

describe('a recording', { timeout: 60_000 }, () => {
  test.each(['beeps.mp3', 'beeps.opus'])('%s is heard at its own times', async (name) => {
    const { slices, seconds, problem } = await hear(example(name))
    expect(seconds).toBeCloseTo(4, 0)
    expect(problem).toBeNull()
    const begins = onsets(slices[0] ?? new Float32Array())
    expect(begins).toHaveLength(4)
    for (const [second, at] of begins.entries()) expect(Math.abs(at - second)).toBeLessThan(0.08)
  })

  test('tells its title and codec', async () => {
    expect(await open(example('beeps.opus'))).toMatchObject({ title: 'Beeps', codec: expect.stringContaining('Opus') })
  })

  test('of two channels and another rate becomes mono at 16 kHz, in slices of a minute that join without a gap', async () => {
    const { slices } = await hear(makeWav(130, beeps, { rate: 44_100, channels: 2 }))
    expect(slices.map((slice) => slice.length / RATE)).toEqual([60, 60, 10])
    for (const slice of slices) {
      const begins = onsets(slice)
      expect(begins.map(Math.round)).toEqual(Array.from({ length: slice.length / RATE }, (_, second) => second))
      for (const at of begins) expect(Math.abs(at - Math.round(at))).toBeLessThan(0.02)
    }
  })

  onData('in flac', async () => {
    const { seconds, declared, problem } = await hear(new Uint8Array(readFileSync(path.join(DATA, 'audio', 'jfk.flac'))))
    expect([seconds, declared]).toEqual([expect.closeTo(11, 1), 11])
    expect(problem).toBeNull()
  })
})

describe('a recording that breaks off', { timeout: 60_000 }, () => {
  test('in a WAVE is heard as far as it goes, and says so', async () => {
    const { seconds, problem } = await hear(makeWav(5, beeps, { claimed: 20 }))
    expect(seconds).toBeCloseTo(5, 1)
    expect(problem).toBe('The recording breaks off: 5 s of 20 s can be read.')
  })

  onData('in a flac, too', async () => {
    const whole = readFileSync(path.join(DATA, 'audio', 'jfk.flac'))
    const { seconds, problem } = await hear(new Uint8Array(whole.subarray(0, whole.length / 2)))
    expect(seconds).toBeGreaterThan(4)
    expect(problem).toContain('breaks off: 5 s of 11 s')
  })

  test('in opus shows by its last page', async () => {
    const whole = example('beeps.opus')
    expect((await hear(whole.subarray(0, whole.length * 0.6))).problem).toContain('its last page is missing')
  })
})

describe('what is refused', { timeout: 60_000 }, () => {
  const opened = (bytes: Uint8Array) => open(bytes, 'talk')
  test.each([
    ['webm', Buffer.from('1a45dfa39f4286810142f7810142f281044282847765626d', 'hex'), 'unsupported_type', /WebM/],
    ['raw aac', Buffer.concat([Buffer.from('fff15080021ffc', 'hex'), Buffer.alloc(400)]), 'unsupported_type', /Raw AAC/],
    ['no recording', Buffer.alloc(5000, 7), 'unreadable_file', /^talk is no recording that can be read/],
    ['nothing', Buffer.alloc(0), 'unreadable_file', /talk/],
  ])('%s', async (_, bytes, code, message) => {
    await expect(opened(bytes)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  })

  test('a header without sound', async () => {
    await expect(hear(makeWav(0, beeps, { claimed: 10 }))).resolves.toMatchObject({ seconds: 0 })
  })

  test('a recording beyond the limit, by its own word or by what comes out of it', async () => {
    await expect(hear(makeWav(1, beeps, { claimed: 7200 }), 3600)).rejects.toMatchObject({
      code: 'too_large',
      message: 'talk is too long: It is 120 minutes long; the limit is 60 minutes (COUNTERSIGN_MAX_SECONDS).',
    })
    await expect(hear(makeWav(10, beeps, { claimed: 0 }), 5)).rejects.toMatchObject({ code: 'too_large' })
  })
})

describe('pieces', () => {
  const whole = example('beeps.mp3')
  test('of an mp3 join to what it sounds like as a whole', async () => {
    const long = Buffer.concat(Array<Uint8Array>(20).fill(whole))
    const all = await decodeAudioAsync(long)
    const { slices, seconds } = await hear(new Uint8Array(long))
    expect(seconds).toBeCloseTo(all.length / RATE, 1)
    const joined = new Float32Array(seconds * RATE)
    for (const [index, slice] of slices.entries()) joined.set(slice, index * 60 * RATE)
    const [begins, expected] = [onsets(joined), onsets(all)]
    expect(begins).toHaveLength(expected.length)
    for (const [index, at] of begins.entries()) expect(Math.abs(at - (expected[index] ?? 0))).toBeLessThan(0.06)
  })

  test('of an mp3 leave out tags and garbage', () => {
    const tag = Buffer.concat([Buffer.from('ID3'), Buffer.from([4, 0, 0, 0, 0, 1, 72]), Buffer.alloc(200)])
    const dirty = Buffer.concat([tag, Buffer.alloc(50, 1), whole, Buffer.from('TAG'.padEnd(128, ' '))])
    const seconds = (bytes: Uint8Array) => [...cutMp3(bytes, 60)].reduce((sum, piece) => sum + piece.seconds, 0)
    expect(seconds(dirty)).toBeCloseTo(seconds(whole), 1)
  })

  test('of a WAVE cover it all', () => {
    expect([...cutWav(makeWav(2.5, beeps), 1)].map(({ seconds }) => seconds)).toEqual([1, 1, 0.5])
  })
})
