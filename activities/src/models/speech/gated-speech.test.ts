import { expect, test } from 'vitest'
import type { SpeechReader, SpeechSegment } from '../speech-reader.ts'
import { createGatedSpeech } from './gated-speech.ts'
import { SAMPLE_RATE, VOICE_FRAME, type VoiceDetector } from './voice-activity.ts'

const signal = new AbortController().signal
/** Everything that isn't zero is speech. */
const voice: VoiceDetector = {
  name: 'loudness',
  listen: async ({ samples }) => ({
    chances: Float32Array.from({ length: samples.length / VOICE_FRAME }, (_, frame) => (samples[frame * VOICE_FRAME] === 0 ? 0 : 1)),
    memory: { state: new Float32Array(), context: new Float32Array() },
  }),
  close: async () => undefined,
}
const segment = (text: string, from = 0, to = 2): SpeechSegment => ({ text, from, to, confidence: 0.9, noSpeech: 0 })

function gated(...segments: SpeechSegment[]) {
  const asked: number[] = []
  const reader: SpeechReader = {
    name: 'writer',
    transcribe: async ({ samples }) => {
      asked.push(samples.length)
      return { language: 'en', segments }
    },
    close: async () => undefined,
  }
  return { reader: createGatedSpeech(reader, voice), asked }
}

const half = new Float32Array(4 * SAMPLE_RATE)
half.fill(0.1, 0, 2 * SAMPLE_RATE)

test('silence is not sent and gives nothing', async () => {
  const { reader, asked } = gated(segment('Thank you for watching.'))
  const transcript = await reader.transcribe({ samples: new Float32Array(SAMPLE_RATE), language: 'en', signal })
  expect(transcript).toEqual({ language: null, segments: [] })
  expect(asked).toEqual([])
})

test('words where nobody speaks and names of sounds are dropped', async () => {
  const { reader } = gated(segment('Said.'), segment('[BLANK_AUDIO]'), segment('Thank you for watching.', 2.5, 4))
  const { language, segments } = await reader.transcribe({ samples: half, language: null, signal })
  expect(segments.map(({ text }) => text)).toEqual(['Said.'])
  expect(language).toBe('en')
  const nothing = gated(segment('(music)'))
  expect(await nothing.reader.transcribe({ samples: half, language: null, signal })).toEqual({ language: null, segments: [] })
})

test('a transcript that repeats itself is not trusted', async () => {
  const { reader } = gated(segment('and so much love that she is used to do, '.repeat(6)))
  const { segments } = await reader.transcribe({ samples: half, language: null, signal })
  expect(segments[0]?.confidence).toBeCloseTo(0.27)
})
