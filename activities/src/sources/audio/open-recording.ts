import { CountersignError } from '@countersign/workflows/contract'
import { startProcess } from '../../threads/ask-process.ts'
import { ThreadError, ThreadTimeout } from '../../threads/thread-reply.ts'
import { type AudioFacts, type AudioReply, type AudioRequest, MEMORY_EXIT, TOO_LONG, UNSUPPORTED_AUDIO } from './audio-protocol.ts'

export interface RecordingOptions {
  /** In messages. */
  name: string
  maxSeconds: number
}

/** A recording that is being decoded. `slices` may be iterated once; `close` frees what was opened and may be called at any time. */
export interface OpenRecording extends AudioFacts {
  /** Slices of 60 s (the last one is shorter): 16-bit mono samples at 16 kHz, little endian. */
  slices(): AsyncIterable<Uint8Array>
  /** After the last slice: what is missing of the recording, as a sentence; null where it is whole. */
  problem(): string | null
  close(): Promise<void>
}

const OPEN_TIMEOUT = 120_000
/** The first slice of what is decoded as a whole takes as long as all of it. */
const SLICE_TIMEOUT = 10 * 60_000

/**
 * Opens a recording (flac, mp3, m4a, ogg, opus, wav) in a process of its own, whose end gives the memory back. Mp3, opus and wav are
 * decoded piece by piece. Errors: `unsupported_type` (webm, raw aac, films), `unreadable_file`, `too_large` (length, memory).
 */
export async function openRecording(bytes: Uint8Array, { name, maxSeconds }: RecordingOptions): Promise<OpenRecording> {
  const decoder = startProcess<AudioRequest, AudioReply>({
    module: new URL('./audio-process.ts', import.meta.url),
    env: {},
    memoryMegabytes: 512,
  })
  let problem: string | null = null
  const ask = async (request: AudioRequest, timeout: number): Promise<AudioReply> => {
    try {
      return await decoder.ask(request, timeout)
    } catch (error) {
      await decoder.end()
      throw asUserError(error, name)
    }
  }
  const opened = await ask({ what: 'open', bytes, maxSeconds }, OPEN_TIMEOUT)
  if (opened.what !== 'open') throw new CountersignError('internal', `The decoder answered ${opened.what} to open.`)
  const slices = async function* () {
    while (true) {
      const reply = await ask({ what: 'slice' }, SLICE_TIMEOUT)
      if (reply.what !== 'slice' || reply.pcm === null) {
        problem = reply.what === 'slice' ? reply.problem : null
        return
      }
      yield reply.pcm
    }
  }
  return { ...opened.facts, slices, problem: () => problem, close: () => decoder.end() }
}

/** Samples of a slice, -1..1. */
export function samplesOf(pcm: Uint8Array): Float32Array {
  const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength)
  return Float32Array.from({ length: pcm.byteLength >> 1 }, (_, index) => view.getInt16(index * 2, true) / 32_767)
}

function asUserError(error: unknown, name: string): unknown {
  if (error instanceof ThreadTimeout) {
    return new CountersignError(
      'unreadable_file',
      `${name} could not be decoded in time (${error.message}) Save it as mp3 and ingest it again.`,
    )
  }
  if (!(error instanceof ThreadError)) return error
  if (error.kind === UNSUPPORTED_AUDIO) return new CountersignError('unsupported_type', `${name} cannot be heard: ${error.message}`)
  if (error.kind === TOO_LONG) return new CountersignError('too_large', `${name} is too long: ${error.message}`)
  if (error.kind === 'ThreadEnded' && error.message.includes(`exit code ${MEMORY_EXIT}`)) {
    return new CountersignError('too_large', `${name} takes too much memory to decode. Save it as mp3, opus or wav, or cut it into parts.`)
  }
  return new CountersignError(
    'unreadable_file',
    `${name} is no recording that can be read: ${error.message} Save it again with another program.`,
  )
}
