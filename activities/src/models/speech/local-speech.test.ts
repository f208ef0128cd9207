import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { decodeAudioAsync } from '@napi-rs/whisper'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installModel } from '../../../../infra/local/models/install-model.mjs'
import { findManifest } from '../../../../infra/local/models/manifest.mjs'
import type { SpeechReader } from '../speech-reader.ts'
import { bareWord, heardAlike } from './heard-alike.ts'
import { createLocalSpeech } from './local-speech.ts'
import { createLocalVoice } from './local-voice.ts'
import { SAMPLE_RATE, type VoiceDetector } from './voice-activity.ts'

const DATA = process.env.COUNTERSIGN_DATA ?? path.resolve(import.meta.dirname, '../../../../../shared/data')
const SAID = 'And so, my fellow Americans, ask not what your country can do for you, ask what you can do for your country.'
const onData = test.runIf(existsSync(DATA))
const signal = new AbortController().signal
let voice: VoiceDetector
let speech: SpeechReader

beforeAll(async () => {
  const [silero, whisper] = await Promise.all(['silero-vad-v5', 'whisper-base'].map(async (name) => installModel(await findManifest(name))))
  voice = createLocalVoice({ folder: silero?.folder ?? '' })
  speech = createLocalSpeech({ folder: whisper?.folder ?? '', voice })
}, 600_000)
afterAll(() => speech.close())

const kennedy = () => decodeAudioAsync(readFileSync(path.join(DATA, 'audio', 'jfk.flac')), 'jfk.flac')
const transcribe = (samples: Float32Array, language: string | null = null) => speech.transcribe({ samples, language, signal })
const silence = (seconds: number) => new Float32Array(seconds * SAMPLE_RATE)

/** White noise that is the same every time. */
function noise(seconds: number, loudness: number): Float32Array {
  let seed = 1
  return silence(seconds).map(() => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return (seed / 0x7fff_ffff - 0.5) * 2 * loudness
  })
}

function join(...parts: Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const wrongWords = (text: string): number => {
  const said = SAID.split(' ')
  const heard = text.split(' ').filter((word) => bareWord(word) !== '')
  const alike = heardAlike(heard, said).filter(Boolean).length
  return Math.max(said.length, heard.length) - alike
}

describe('Whisper base on this machine', { timeout: 300_000 }, () => {
  onData('writes down what is said, with its times, and is sure of it', async () => {
    const { language, segments } = await transcribe(await kennedy())
    expect(language).toBe('en')
    expect(wrongWords(segments.map(({ text }) => text).join(' '))).toBeLessThanOrEqual(1)
    expect(segments[0]?.from).toBeGreaterThan(0.1)
    expect(segments.at(-1)?.to).toBeLessThanOrEqual(11)
    for (const { confidence, noSpeech } of segments) {
      expect(confidence).toBeGreaterThan(0.85)
      expect(noSpeech).toBeLessThan(0.6)
    }
  })

  onData('invents nothing in long pauses, and tells the times in the recording', async () => {
    const { segments } = await transcribe(join(silence(20), await kennedy(), silence(25)), 'en')
    expect(wrongWords(segments.map(({ text }) => text).join(' '))).toBeLessThanOrEqual(1)
    expect(segments[0]?.from).toBeGreaterThan(20)
    expect(segments.at(-1)?.to).toBeLessThanOrEqual(32)
  })

  onData('is less sure in noise', async () => {
    const clean = await kennedy()
    const loud = noise(11, 0.25)
    const { segments } = await transcribe(
      clean.map((sample, index) => sample + (loud[index] ?? 0)),
      'en',
    )
    for (const { confidence } of segments) expect(confidence).toBeLessThan(0.85)
  })
})

test('silence and noise give no segments', async () => {
  const nothing = { language: null, segments: [] }
  expect(await transcribe(silence(1))).toEqual(nothing)
  expect(await transcribe(new Float32Array(0))).toEqual(nothing)
  expect(await transcribe(noise(20, 0.1))).toEqual(nothing)
}, 120_000)

test('a recording heard in stretches has the same chances as heard at once', async () => {
  const samples = noise(4, 0.3)
  const whole = await voice.listen({ samples, memory: null, signal })
  const first = await voice.listen({ samples: samples.slice(0, 2 * SAMPLE_RATE), memory: null, signal })
  const second = await voice.listen({ samples: samples.slice(2 * SAMPLE_RATE), memory: first.memory, signal })
  // 62.5 frames: the last one of the first stretch is filled with silence.
  expect(first.chances.length + second.chances.length).toBe(whole.chances.length + 1)
  expect([...first.chances.slice(0, 62)]).toEqual([...whole.chances.slice(0, 62)])
}, 120_000)

test('a model that is not installed is named with what installs it', async () => {
  const absent = createLocalSpeech({ folder: '/nowhere', voice: createLocalVoice({ folder: '/nowhere' }) })
  await expect(absent.transcribe({ samples: noise(1, 0.1), language: null, signal })).rejects.toMatchObject({
    code: 'model_missing',
    message: expect.stringContaining('countersign models install silero-vad-v5'),
  })
})
