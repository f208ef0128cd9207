import { decodeAudioAsync } from '@napi-rs/whisper'
import type { AudioFormat } from './audio-format.ts'
import { audioError, SLICE_SECONDS, TOO_LONG, UNREADABLE_AUDIO } from './audio-protocol.ts'
import { cutMp3 } from './cut-mp3.ts'
import { type AudioPiece, cutWav } from './cut-wav.ts'
import { decodeOpus } from './decode-opus.ts'

const RATE = 16_000
/** Of a recording that can only be decoded as a whole, in bytes. */
const MOST_MEMORY = 1.2e9
const FLOAT = 4

/** A recording's sound at 16 kHz mono, in stretches of any length. */
export async function* decodeAudio(bytes: Uint8Array, format: AudioFormat): AsyncGenerator<Float32Array> {
  if (format.decoder === 'opus') yield* decodeOpus(bytes)
  else if (format.decoder === 'wav') yield* decodePieces(cutWav(bytes, SLICE_SECONDS))
  else if (format.decoder === 'mp3') yield* decodePieces(cutMp3(bytes, SLICE_SECONDS))
  else {
    checkMemory(format)
    yield await decode(bytes)
  }
}

async function* decodePieces(pieces: Iterable<AudioPiece>): AsyncGenerator<Float32Array> {
  for (const { bytes, seconds } of pieces) {
    const wanted = Math.round(seconds * RATE)
    const decoded = await decode(bytes)
    const exact = new Float32Array(wanted)
    // The decoder keeps some last samples to itself, about 3 ms; what leads in is in front.
    const start = Math.max(0, Math.min(decoded.length - wanted + TAIL, decoded.length))
    exact.set(decoded.subarray(start, start + wanted))
    yield exact
  }
}

/** Samples at the end that the decoder's resampler does not give out. */
const TAIL = 47

async function decode(bytes: Uint8Array): Promise<Float32Array> {
  try {
    return await decodeAudioAsync(bytes)
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^Decode audio into Float32Array failed: /, '') : String(error)
    throw audioError(UNREADABLE_AUDIO, `${why}.`)
  }
}

function checkMemory({ declared, rate, channels, codec }: AudioFormat): void {
  const bytesPerSecond = (rate * channels + RATE) * FLOAT
  if (declared === null || declared * bytesPerSecond <= MOST_MEMORY) return
  const minutes = Math.floor(MOST_MEMORY / bytesPerSecond / 60)
  throw audioError(
    TOO_LONG,
    `${codec} at ${rate / 1000} kHz with ${channels} channels is decoded as a whole, which takes too much memory beyond ${minutes} minutes. Save it as mp3, opus or wav, which are decoded piece by piece.`,
  )
}
