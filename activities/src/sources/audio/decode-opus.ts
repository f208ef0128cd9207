import { type AudioData, decoder } from '@audio/decode-opus'
import { createDownsampler } from './downsample.ts'

const CHUNK = 64 * 1024

/** Decodes Ogg Opus chunk by chunk to mono at 16 kHz. */
export async function* decodeOpus(bytes: Uint8Array): AsyncGenerator<Float32Array> {
  const opus = await decoder()
  const downsample = createDownsampler()
  try {
    for (let at = 0; at < bytes.length; at += CHUNK) yield downsample(mono(opus.decode(bytes.slice(at, at + CHUNK))))
    yield downsample(mono(opus.flush()))
  } finally {
    opus.free()
  }
}

function mono({ channelData }: AudioData): Float32Array {
  const [first = new Float32Array(0)] = channelData
  if (channelData.length < 2) return first
  return first.map((_, index) => channelData.reduce((sum, channel) => sum + (channel[index] ?? 0), 0) / channelData.length)
}

/** Whether the last page of an Ogg file says that it is the last (RFC 3533, section 6). */
export function endsWell(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const last = file.lastIndexOf('OggS', undefined, 'latin1')
  return last < 0 || ((file[last + 5] ?? 0) & 4) !== 0
}
