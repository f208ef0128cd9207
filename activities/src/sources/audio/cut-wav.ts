import { audioError, UNREADABLE_AUDIO } from './audio-protocol.ts'

/** A piece of a recording that a decoder can read by itself. */
export interface AudioPiece {
  bytes: Uint8Array
  /** Seconds that its sound lasts, without what only leads in. */
  seconds: number
}

const HEADER = 12

/** Cuts a WAVE file into files of so many seconds: decoded one by one they take little memory. */
export function* cutWav(bytes: Uint8Array, pieceSeconds: number): Generator<AudioPiece> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { format, from, to } = findData(file)
  const rate = format.readUInt32LE(12)
  const block = format.readUInt16LE(20)
  if (rate === 0 || block === 0) throw audioError(UNREADABLE_AUDIO, 'Its header is damaged.')
  const step = Math.floor(rate * pieceSeconds) * block
  for (let at = from; at + block <= to; at += step) {
    const data = file.subarray(at, Math.min(at + step, to - ((to - at) % block)))
    yield { bytes: wave(format, data), seconds: data.length / block / rate }
  }
}

/** The format chunk with its name and size, and where the samples are. */
function findData(file: Buffer): { format: Buffer; from: number; to: number } {
  let format: Buffer | null = null
  for (let at = HEADER; at + 8 <= file.length; ) {
    const name = file.toString('latin1', at, at + 4)
    const size = file.readUInt32LE(at + 4)
    if (name === 'fmt ' && size >= 16 && at + 8 + size <= file.length) format = file.subarray(at, at + 8 + size)
    if (name === 'data' && format !== null) {
      const open = size === 0 || size === 0xffff_ffff
      return { format, from: at + 8, to: open ? file.length : Math.min(at + 8 + size, file.length) }
    }
    at += 8 + size + (size % 2)
  }
  throw audioError(UNREADABLE_AUDIO, 'There are no samples in it.')
}

function wave(format: Buffer, data: Buffer): Uint8Array {
  const head = Buffer.alloc(HEADER)
  head.write('RIFF', 0)
  head.writeUInt32LE(4 + format.length + 8 + data.length, 4)
  head.write('WAVE', 8)
  const chunk = Buffer.alloc(8)
  chunk.write('data', 0)
  chunk.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, format, chunk, data])
}
