import path from 'node:path'
import { startProcess } from '../../threads/ask-process.ts'
import { keepThread } from '../../threads/keep-thread.ts'
import type { SpeechReader, SpeechRequest, SpeechTranscript } from '../speech-reader.ts'
import { clarity } from './clarity.ts'
import { isStuck } from './compression.ts'
import { SILENT } from './gated-speech.ts'
import { gatherSpeech } from './gather-speech.ts'
import { heardAlike } from './heard-alike.ts'
import { saySegments } from './say-segments.ts'
import { asSpeechError, requireModel } from './speech-errors.ts'
import type { SpeechEnvironment, SpeechProcessReply, SpeechProcessRequest } from './speech-protocol.ts'
import { meanChance, speechRegions } from './speech-regions.ts'
import { SAMPLE_RATE, type VoiceDetector } from './voice-activity.ts'

export interface LocalSpeechOptions {
  /** Holds Whisper's `ggml-model.bin`. */
  folder: string
  voice: VoiceDetector
  /** One is best where other work goes on: threads that wait for each other spin. */
  threads?: number
  /** The model is unloaded after this long without work, in milliseconds. */
  idle?: number
}

const MODEL_FILE = 'ggml-model.bin'
/** Milliseconds for a second of speech, on a machine that has much else to do. */
const PATIENCE = 20_000
/** Words both readings have, words only one has, and what is left of both in a loop. */
const ALIKE = 0.97
const UNLIKE = 0.4
const STUCK = 0.3

/**
 * Whisper base by whisper.cpp on this machine's CPU, 99 languages. Only what the voice detector takes for speech is heard, so that
 * silence gives no words. The library tells no probabilities: a word's confidence is from hearing it twice (the second time moved
 * against the model's window) and from how far speech stands out of the noise; see eval/README.md for what it is worth. Runs in a
 * process of its own, started on first use and ended when idle; stretches are heard one after the other.
 */
export function createLocalSpeech({ folder, voice, threads = 1, idle = 2 * 60_000 }: LocalSpeechOptions): SpeechReader {
  const kept = keepThread<SpeechProcessRequest, SpeechProcessReply>({
    start: async () => {
      await requireModel({ folder, file: MODEL_FILE, model: 'whisper-base', what: 'writes down speech' })
      const env: SpeechEnvironment = { COUNTERSIGN_SPEECH_FILE: path.join(folder, MODEL_FILE), COUNTERSIGN_SPEECH_THREADS: String(threads) }
      return startProcess({ module: new URL('./whisper-process.ts', import.meta.url), env, memoryMegabytes: 256 })
    },
    idle,
  })
  const hear: Hear = async (request, signal) => {
    const seconds = Math.max(30, request.samples.length / SAMPLE_RATE)
    try {
      const reply = await kept.ask(() => request, seconds * PATIENCE, signal)
      signal.throwIfAborted()
      return reply
    } catch (error) {
      throw asSpeechError(error, 'that writes down speech')
    }
  }
  return {
    name: 'whisper-base+silero-vad-v5-1',
    transcribe: (request) => transcribe(request, voice, hear),
    close: async () => {
      await Promise.all([kept.end(), voice.close()])
    },
  }
}

type Hear = (request: SpeechProcessRequest, signal: AbortSignal) => Promise<SpeechProcessReply>

async function transcribe({ samples, language, signal }: SpeechRequest, voice: VoiceDetector, hear: Hear): Promise<SpeechTranscript> {
  const { chances } = await voice.listen({ samples, memory: null, signal })
  const regions = speechRegions(chances)
  if (regions.length === 0) return { language: null, segments: [] }
  const speech = gatherSpeech(samples, regions)
  const heard = await hear({ samples: speech.samples, language }, signal)
  const alike = heardAlike(
    heard.first.map(({ text }) => text),
    heard.second,
  )
  const whole = clarity(samples, chances) * (isStuck(heard.first.map(({ text }) => text).join(' ')) ? STUCK : 1)
  const words = heard.first.map(({ text, from, to }, index) => ({
    text,
    from: speech.timeOf(from),
    to: speech.timeOf(to),
    confidence: (alike[index] ? ALIKE : UNLIKE) * whole,
  }))
  const segments = saySegments(words, (from, to) => 1 - meanChance(chances, from, to)).filter(({ noSpeech }) => noSpeech <= SILENT)
  return { language: segments.length === 0 ? null : heard.language, segments }
}
