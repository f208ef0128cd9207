import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createModels, readModelsConfig } from '@countersign/activities'
import { openRecording, samplesOf } from '@countersign/activities/evaluation'

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', '..')
const DATA = process.env.COUNTERSIGN_DATA ?? path.join(ROOT, '..', 'shared', 'data')
const SAMPLE_RATE = 16_000
const MOST_SECONDS = 3600

/** What is said in each recording; nothing in the silent one. */
const RECORDINGS = {
  'jfk.flac': 'And so, my fellow Americans, ask not what your country can do for you, ask what you can do for your country.',
  'silent_1s.wav': '',
}

export interface RecordingScore {
  file: string
  heard: string
  /** Words that were put in, left out or heard otherwise, out of `words` that were said. */
  wrong: number
  words: number
  /** The least certain line's; null where nothing was heard. */
  confidence: number | null
  seconds: number
  /** Seconds of work for a second of sound, without the loading of the model. */
  realTime: number
}

export interface SpeechScore {
  reader: string
  recordings: RecordingScore[]
}

/**
 * Recordings as the product hears them: decoded, gated by the voice detector, written down. Null where the real documents are absent. Error
 * `model_missing` where the models are not installed.
 */
export async function evaluateSpeech(): Promise<SpeechScore | null> {
  const folder = path.join(DATA, 'audio')
  if (!existsSync(folder)) return null
  const { speech, close } = createModels(
    readModelsConfig({ ...process.env, COUNTERSIGN_SPEECH: process.env.COUNTERSIGN_SPEECH ?? 'local' }),
  )
  if (speech === null) return null
  const { signal } = new AbortController()
  try {
    const recordings: RecordingScore[] = []
    for (const [file, said] of Object.entries(RECORDINGS)) {
      const samples = await decode(path.join(folder, file))
      // The first one loads the models.
      if (recordings.length === 0) await speech.transcribe({ samples: samples.slice(0, 3 * SAMPLE_RATE), language: null, signal })
      const began = performance.now()
      const { segments } = await speech.transcribe({ samples, language: null, signal })
      const seconds = samples.length / SAMPLE_RATE
      const heard = segments.map(({ text }) => text).join(' ')
      recordings.push({
        file,
        heard,
        wrong: wrongWords(words(heard), words(said)),
        words: words(said).length,
        confidence: segments.length === 0 ? null : Math.min(...segments.map(({ confidence }) => confidence)),
        seconds,
        realTime: (performance.now() - began) / 1000 / seconds,
      })
    }
    return { reader: speech.name, recordings }
  } finally {
    await close()
  }
}

async function decode(file: string): Promise<Float32Array> {
  const recording = await openRecording(await readFile(file), { name: path.basename(file), maxSeconds: MOST_SECONDS })
  const slices: Float32Array[] = []
  try {
    for await (const slice of recording.slices()) slices.push(samplesOf(slice))
  } finally {
    await recording.close()
  }
  return Float32Array.from(slices.flatMap((slice) => [...slice]))
}

/** Without case and marks. */
const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []

/** Edits from one sequence of words to the other (Levenshtein), the numerator of the word error rate. */
export function wrongWords(heard: readonly string[], said: readonly string[]): number {
  let row = Array.from({ length: said.length + 1 }, (_, index) => index)
  for (const [index, word] of heard.entries()) {
    const next = [index + 1]
    for (const [at, expected] of said.entries()) {
      next.push(Math.min((row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1, (row[at] ?? 0) + (word === expected ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
