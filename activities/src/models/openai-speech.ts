import { CountersignError } from '@countersign/workflows/contract'
import { toFile } from 'openai'
import { z } from 'zod'
import { asModelError, createOpenAiClient, type Endpoint } from './openai-client.ts'
import type { SpeechReader, SpeechSegment } from './speech-reader.ts'

const answerSchema = z.looseObject({
  language: z.string().nullish(),
  segments: z.array(
    z.looseObject({
      text: z.string(),
      start: z.number(),
      end: z.number(),
      avg_logprob: z.number().nullish(),
      no_speech_prob: z.number().nullish(),
    }),
  ),
})
const SAMPLES_PER_SECOND = 16_000
/** Where a server gives no probabilities, what it writes is as likely wrong as right until something supports it. */
const UNKNOWN = 0.5
/** Whisper's own limit for "nobody speaks" (Radford et al., 2022, arXiv:2212.04356). */
const SILENT = 0.6

/** Speech to text of an OpenAI-compatible server (POST /audio/transcriptions with segments: OpenAI, Mistral's Voxtral, whisper.cpp, vLLM …). */
export function createOpenAiSpeech(endpoint: Endpoint, model: string): SpeechReader {
  const client = createOpenAiClient(endpoint)
  return {
    name: model,
    transcribe: async ({ samples, language, signal }) => {
      try {
        const answer = answerSchema.safeParse(
          await client.audio.transcriptions.create(
            {
              model,
              file: await toFile(asWave(samples), 'speech.wav', { type: 'audio/wav' }),
              response_format: 'verbose_json',
              timestamp_granularities: ['segment'],
              temperature: 0,
              ...(language === null ? {} : { language }),
            },
            { signal },
          ),
        )
        if (!answer.success) {
          const why = z.prettifyError(answer.error).slice(0, 200)
          throw new CountersignError('model_failed', `${model} failed: its answer has another shape than expected (${why}).`, { model })
        }
        const segments = answer.data.segments.map(segmentOf).filter(({ text, noSpeech }) => text !== '' && noSpeech <= SILENT)
        return { language: segments.length === 0 ? null : languageCode(answer.data.language ?? language), segments }
      } catch (error) {
        throw asModelError(error, endpoint, model, signal)
      }
    },
    close: async () => undefined,
  }
}

function segmentOf({ text, start, end, avg_logprob, no_speech_prob }: z.infer<typeof answerSchema>['segments'][number]): SpeechSegment {
  return {
    text: text.trim(),
    from: start,
    to: end,
    confidence: avg_logprob === null || avg_logprob === undefined ? UNKNOWN : Math.min(1, Math.exp(avg_logprob)),
    noSpeech: no_speech_prob ?? 0,
  }
}

/** Some servers answer `english`, some `en`. */
function languageCode(name: string | null): string | null {
  if (name === null || name.length <= 3) return name
  const english = new Intl.DisplayNames(['en'], { type: 'language' })
  const codes = [
    'en',
    'fr',
    'de',
    'es',
    'it',
    'pt',
    'nl',
    'pl',
    'ru',
    'uk',
    'zh',
    'ja',
    'ko',
    'ar',
    'he',
    'hi',
    'tr',
    'sv',
    'da',
    'nb',
    'fi',
    'cs',
    'el',
    'ro',
    'hu',
    'vi',
    'th',
    'id',
  ]
  return codes.find((code) => english.of(code)?.toLowerCase() === name.toLowerCase()) ?? null
}

/** Mono, 16 bits: RIFF WAVE, http://soundfile.sapp.org/doc/WaveFormat. */
function asWave(samples: Float32Array): Buffer {
  const wave = Buffer.alloc(44 + samples.length * 2)
  wave.write('RIFF')
  wave.writeUInt32LE(wave.length - 8, 4)
  wave.write('WAVEfmt ', 8)
  wave.writeUInt32LE(16, 16)
  wave.writeUInt16LE(1, 20)
  wave.writeUInt16LE(1, 22)
  wave.writeUInt32LE(SAMPLES_PER_SECOND, 24)
  wave.writeUInt32LE(SAMPLES_PER_SECOND * 2, 28)
  wave.writeUInt16LE(2, 32)
  wave.writeUInt16LE(16, 34)
  wave.write('data', 36)
  wave.writeUInt32LE(samples.length * 2, 40)
  for (const [at, sample] of samples.entries()) wave.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), 44 + at * 2)
  return wave
}
