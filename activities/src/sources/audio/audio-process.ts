import { serveProcess } from '../../threads/serve-process.ts'
import { type AudioFormat, inspectAudio } from './audio-format.ts'
import { type AudioReply, type AudioRequest, audioError, MEMORY_EXIT, SLICE_SECONDS, TOO_LONG } from './audio-protocol.ts'
import { decodeAudio } from './decode-audio.ts'
import { endsWell } from './ogg-packets.ts'

const RATE = 16_000
const MOST_MEMORY = 2e9
const CHECK_EVERY = 100

// A small file can say little of itself and unfold to days of silence.
setInterval(() => {
  if (process.memoryUsage.rss() > MOST_MEMORY) process.exit(MEMORY_EXIT)
}, CHECK_EVERY).unref()

interface Recording {
  bytes: Uint8Array
  format: AudioFormat
  sound: AsyncGenerator<Float32Array>
  maxSeconds: number
  /** Decoded and not yet in a slice. */
  left: Float32Array[]
  samples: number
}

let recording: Recording | null = null

serveProcess<AudioRequest, AudioReply>(async (request) => {
  if (request.what === 'open') {
    const { bytes, maxSeconds } = request
    const format = await inspectAudio(bytes)
    if (format.declared !== null && format.declared > maxSeconds) throw tooLong(format.declared, maxSeconds)
    recording = { bytes, format, sound: decodeAudio(bytes, format), maxSeconds, left: [], samples: 0 }
    const { codec, title, declared } = format
    return { what: 'open', facts: { codec, title, declared } }
  }
  if (recording === null) throw new Error('No recording is open.')
  const slice = await nextSlice(recording)
  return { what: 'slice', pcm: slice === null ? null : toPcm(slice), problem: slice === null ? problemOf(recording) : null }
})

async function nextSlice(from: Recording): Promise<Float32Array | null> {
  const wanted = SLICE_SECONDS * RATE
  let held = from.left.reduce((sum, part) => sum + part.length, 0)
  while (held < wanted) {
    const { done, value } = await from.sound.next()
    if (done || value === undefined) break
    from.left.push(value)
    held += value.length
    from.samples += value.length
    if (from.samples / RATE > from.maxSeconds) throw tooLong(from.samples / RATE, from.maxSeconds)
  }
  return held === 0 ? null : take(from, Math.min(wanted, held))
}

function take(from: Recording, count: number): Float32Array {
  const slice = new Float32Array(count)
  let at = 0
  while (at < count) {
    const part = from.left.shift()
    if (part === undefined) break
    const fitting = part.subarray(0, count - at)
    slice.set(fitting, at)
    at += fitting.length
    if (fitting.length < part.length) from.left.unshift(part.subarray(fitting.length))
  }
  return slice
}

function toPcm(samples: Float32Array): Uint8Array {
  const pcm = Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767))
  return new Uint8Array(pcm.buffer)
}

/** What is missing at its end, as far as the file tells. */
function problemOf({ bytes, format, samples }: Recording): string | null {
  const seconds = samples / RATE
  const { declared } = format
  if (declared !== null && seconds < declared - Math.max(1, declared / 100)) {
    return `The recording breaks off: ${seconds.toFixed(0)} s of ${declared.toFixed(0)} s can be read.`
  }
  return Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'OggS' && !endsWell(bytes)
    ? `The recording breaks off after ${seconds.toFixed(0)} s: its last page is missing.`
    : null
}

function tooLong(seconds: number, limit: number): Error {
  const minutes = (value: number): string => `${Math.round(value / 60)} minutes`
  return audioError(TOO_LONG, `It is ${minutes(seconds)} long; the limit is ${minutes(limit)} (COUNTERSIGN_MAX_SECONDS).`)
}
