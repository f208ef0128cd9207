import { setImmediate } from 'node:timers/promises'
import { type Segment, Whisper, WhisperFullParams, WhisperSamplingStrategy } from '@napi-rs/whisper'
import { serveProcess } from '../../threads/serve-process.ts'
import type { SpeechProcessReply, SpeechProcessRequest } from './speech-protocol.ts'
import { SAMPLE_RATE } from './voice-activity.ts'

const { COUNTERSIGN_SPEECH_FILE: file = '', COUNTERSIGN_SPEECH_THREADS: threads = '1' } = process.env
/** Seconds of silence before the second reading. */
const SHIFT = 0.4
/** The encoder's window: 1,500 positions for 30 s. */
const POSITIONS_PER_SECOND = 50
const POSITIONS = 1500
/** Positions beyond the end of the sound, without which the last words go missing. */
const SPARE = 32
/** Times are in hundredths of a second. */
const TICK = 0.01

let loaded: Whisper | undefined

serveProcess<SpeechProcessRequest, SpeechProcessReply>(async ({ samples, language }) => {
  loaded ??= new Whisper(file, { useGpu: false })
  const whisper = loaded
  const asked = whisper.isMultilingual === 0 ? 'en' : (language ?? 'auto')
  const first = await read(whisper, samples, asked, true)
  const heard = asked === 'auto' ? (Whisper.lang(whisper.fullLangId) ?? 'en') : asked
  const moved = new Float32Array(samples.length + SHIFT * SAMPLE_RATE)
  moved.set(samples, SHIFT * SAMPLE_RATE)
  const second = first.length === 0 ? [] : await read(whisper, moved, heard, false)
  return {
    language: heard,
    first: first.map(({ text, start, end }) => ({ text, from: start * TICK, to: end * TICK })),
    second: second.flatMap(({ text }) => text.split(/\s+/)).filter(Boolean),
  }
})

async function read(whisper: Whisper, samples: Float32Array, language: string, words: boolean): Promise<Segment[]> {
  const segments: Segment[] = []
  const params = new WhisperFullParams(WhisperSamplingStrategy.Greedy)
  params.nThreads = Number(threads)
  params.language = language
  // Words heard before would be repeated where nothing is heard now.
  params.noContext = true
  params.printProgress = false
  params.printRealtime = false
  params.printTimestamps = false
  params.onNewSegment = (segment) => segments.push(segment)
  if (words) {
    params.tokenTimestamps = true
    params.maxLen = 1
    params.splitOnWord = true
  } else params.audioCtx = Math.min(POSITIONS, Math.ceil((samples.length / SAMPLE_RATE) * POSITIONS_PER_SECOND) + SPARE)
  const text = whisper.full(params, samples)
  await arrived(segments, text)
  return segments.filter((segment) => segment.text.trim() !== '')
}

/** Segments are told from the library's own thread, some only after the text as a whole. */
async function arrived(segments: readonly Segment[], text: string): Promise<void> {
  const letters = (value: string): string => value.replace(/\s/g, '')
  const whole = letters(text)
  for (let turn = 0; turn < 1000; turn += 1) {
    if (letters(segments.map((segment) => segment.text).join('')).length >= whole.length) return
    await setImmediate()
  }
  throw new Error('The words did not come with their times.')
}
