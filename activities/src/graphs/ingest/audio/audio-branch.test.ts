import { listPages } from '@countersign/db'
import { CountersignError } from '@countersign/workflows/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_RATE, VOICE_FRAME, type VoiceDetector } from '../../../models/speech/voice-activity.ts'
import type { SpeechReader } from '../../../models/speech-reader.ts'
import { makeWav } from '../../../sources/audio/testing/make-wav.ts'
import { contextOf, createIngestHarness, type IngestHarness, TENANT } from '../testing/ingest-harness.ts'
import { createAudioSplitter } from './audio-splitter.ts'

let harness: IngestHarness
beforeAll(async () => {
  harness = await createIngestHarness()
})
afterAll(() => harness.close())

/** Takes every sound for speech. */
const voice: VoiceDetector = {
  name: 'loudness',
  listen: async ({ samples }) => ({
    chances: Float32Array.from({ length: Math.ceil(samples.length / VOICE_FRAME) }, (_, frame) =>
      samples.subarray(frame * VOICE_FRAME, (frame + 1) * VOICE_FRAME).some((sample) => Math.abs(sample) > 0.01) ? 1 : 0,
    ),
    memory: { state: new Float32Array(), context: new Float32Array() },
  }),
  close: async () => undefined,
}

/** Says a sentence for each part, with the loudness of its sound in it, and counts its parts. */
function speaker(confidence = 0.95, failing?: number) {
  const reader: SpeechReader & { seconds: number[] } = {
    name: 'speaker',
    seconds: [],
    transcribe: async ({ samples }) => {
      reader.seconds.push(samples.length / SAMPLE_RATE)
      if (reader.seconds.length === failing) throw new CountersignError('invalid_input', 'The server refuses the request.')
      const loudest = Math.max(...samples.subarray(0, SAMPLE_RATE * 5)).toFixed(1)
      const text = `The council speaks of the harbour, and it is as loud as ${loudest}.`
      return { language: 'en', segments: [{ text, from: 0.3, to: 3, confidence, noSpeech: 0 }] }
    },
    close: async () => undefined,
  }
  return reader
}

/** Ten seconds of sound at 5 s and at 70 s, the second one louder. */
const talk = (seconds: number): number => {
  const loudness = seconds >= 5 && seconds < 15 ? 0.3 : seconds >= 70 && seconds < 80 ? 0.6 : 0
  return loudness * Math.sin(2 * Math.PI * 300 * seconds)
}

async function ingest(bytes: Uint8Array, speech: SpeechReader | null) {
  const { input, config } = await harness.receive('council.wav', bytes)
  const state = await harness.graph({ speech, voice }).invoke(input, config)
  const { document, hash } = input
  return { state, pages: await listPages(harness.deps.db, { tenant: TENANT, document, hash }) }
}

describe('a recording', { timeout: 120_000 }, () => {
  test('becomes parts with their times, across the slices that it is kept in', async () => {
    const speech = speaker()
    const { state, pages } = await ingest(makeWav(85, talk), speech)
    expect(state.recording).toMatchObject({ seconds: 85, problem: null, slices: [expect.any(String), expect.any(String)] })
    expect(pages.map(({ text }) => text)).toEqual([
      'The council speaks of the harbour, and it is as loud as 0.3.',
      'The council speaks of the harbour, and it is as loud as 0.6.',
    ])
    expect(pages.map(({ facts }) => facts)).toEqual([
      { reading: 'speech', confidence: 0.95, time: { from: expect.closeTo(4.7, 1), to: expect.closeTo(15.3, 1) } },
      { reading: 'speech', confidence: 0.95, time: { from: expect.closeTo(69.7, 1), to: expect.closeTo(80.3, 1) } },
    ])
    expect(state.segments.map(({ from }: { from: number }) => Math.round(from))).toEqual([5, 70])
    expect(speech.seconds.every((seconds) => seconds < 12)).toBe(true)
    expect(state).toMatchObject({ input_type: 'audio', kind: 'audio', pages: 2, failed: [], language: 'en' })
  })

  test('that was heard with little certainty is shown to a person', async () => {
    const { state } = await ingest(makeWav(85, talk), speaker(0.4))
    expect(state.doubts).toContainEqual('2 of 2 lines were heard with little certainty, the first at 00:04')
  })

  test('that breaks off is taken in as far as it goes, and says what is missing', async () => {
    const { state } = await ingest(makeWav(20, talk, { claimed: 90 }), speaker())
    const problem = 'The recording breaks off: 20 s of 90 s can be read.'
    expect(state.failed).toEqual([{ part: 2, code: 'unreadable_file', message: problem }])
    expect(state.doubts).toContainEqual(`part 2 could not be read: ${problem}`)
    expect(state.extracted_content).toContain('The council speaks')
  })

  test('of which one part cannot be heard keeps the others', async () => {
    const { state, pages } = await ingest(makeWav(85, talk), speaker(0.95, 2))
    expect(state.failed).toEqual([{ part: 2, code: 'invalid_input', message: 'The server refuses the request.' }])
    expect(pages[1]).toMatchObject({ text: '', facts: { reading: 'failed', problem: 'The server refuses the request.' } })
    expect(state.extracted_content).toContain('as loud as 0.3')
  })
})

describe('the run is parked', { timeout: 120_000 }, () => {
  test('for silence, without asking the model', async () => {
    const speech = speaker()
    await expect(
      ingest(
        makeWav(3, () => 0),
        speech,
      ),
    ).rejects.toMatchObject({
      code: 'no_text',
      message: 'council.wav holds no speech: it is silent, or what is heard in it are no words.',
      details: { node: 'audio_splitter' },
    })
    expect(speech.seconds).toEqual([])
  })

  test('for sound in which the model hears no words', async () => {
    const deaf: SpeechReader = { ...speaker(), transcribe: async () => ({ language: null, segments: [] }) }
    await expect(ingest(makeWav(85, talk), deaf)).rejects.toMatchObject({ code: 'no_text', message: /no words were heard/ })
  })

  test('with the first error where no part could be heard', async () => {
    await expect(ingest(makeWav(20, talk), speaker(0.95, 1))).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'No part of council.wav could be heard. Part 1: The server refuses the request.',
    })
  })

  test('where no model is set, before anything is decoded', async () => {
    await expect(ingest(makeWav(20, talk), null)).rejects.toMatchObject({ code: 'model_missing', details: { node: 'audio_input_check' } })
  })

  test('for what is no recording', async () => {
    const broken = makeWav(0, talk).slice(0, 20)
    await expect(ingest(broken, speaker())).rejects.toMatchObject({ code: 'unreadable_file', details: { node: 'audio_loader' } })
  })
})

test('the splitter decodes a recording that another branch has fetched', async () => {
  const { input, run, config } = await harness.receive('video.wav', makeWav(20, talk))
  const graph = harness.graph({ speech: speaker(), voice })
  await graph.invoke(input, config)
  const { values } = await graph.getState(config)
  const split = createAudioSplitter({ ...harness.deps, voice })
  const update = await split({ ...values, recording: null }, { configurable: { countersign: contextOf(run) } })
  expect(update).toMatchObject({ pages: 1, audio_parts: [{ part: 1, joined: false }], recording: { of: input.hash, seconds: 20 } })
}, 120_000)
