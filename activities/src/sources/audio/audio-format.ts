import { type IAudioMetadata, parseBuffer } from 'music-metadata'
import { audioError, UNREADABLE_AUDIO, UNSUPPORTED_AUDIO } from './audio-protocol.ts'

export type Decoder = 'wav' | 'mp3' | 'opus' | 'whole'

export interface AudioFormat {
  decoder: Decoder
  codec: string
  title: string | null
  /** Seconds that the file says it has; null where it doesn't say. */
  declared: number | null
  rate: number
  channels: number
}

/** What opens the formats that nothing here decodes. */
const WAY_OUT = 'Save it as mp3, m4a, flac, ogg or wav and ingest it again.'
const EBML = '1a45dfa3'
const FULL_BAND = 48_000

/** Container, codec and length of a recording. Throws `UnsupportedAudio` for what is not decoded here, `UnreadableAudio` for no recording. */
export async function inspectAudio(bytes: Uint8Array): Promise<AudioFormat> {
  const magic = Buffer.from(bytes.subarray(0, 4)).toString('hex')
  if (magic === EBML) throw audioError(UNSUPPORTED_AUDIO, `WebM and Matroska are not decoded here. ${WAY_OUT}`)
  const { format, common } = await parse(bytes)
  const codec = format.codec ?? format.container ?? 'unknown'
  if (format.container?.startsWith('ADTS')) throw audioError(UNSUPPORTED_AUDIO, `Raw AAC is not decoded here. ${WAY_OUT}`)
  if (format.hasVideo) throw audioError(UNSUPPORTED_AUDIO, `It is a film. Save its sound as a recording of its own, and ingest that.`)
  if (format.hasAudio === false) throw audioError(UNREADABLE_AUDIO, 'There is no sound in it.')
  return {
    decoder: decoderOf(format.container ?? '', codec),
    codec,
    title: common.title?.trim() || null,
    declared: format.container === 'WAVE' ? declaredByWave(bytes) : (format.duration ?? null),
    rate: format.sampleRate ?? FULL_BAND,
    channels: format.numberOfChannels ?? 2,
  }
}

async function parse(bytes: Uint8Array): Promise<IAudioMetadata> {
  try {
    return await parseBuffer(bytes, undefined, { duration: true, skipCovers: true })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw audioError(UNREADABLE_AUDIO, `${why}.`)
  }
}

function decoderOf(container: string, codec: string): Decoder {
  if (container === 'WAVE' && /^(PCM|IEEE_FLOAT|non-PCM \(3\))$/.test(codec)) return 'wav'
  if (/^MPEG .*Layer 3$/.test(codec)) return 'mp3'
  if (codec.startsWith('Opus')) return 'opus'
  if (codec.startsWith('Speex')) throw audioError(UNSUPPORTED_AUDIO, `Speex is not decoded here. ${WAY_OUT}`)
  return 'whole'
}

/** The length in a WAVE's own header, which a file that was cut off still tells. */
function declaredByWave(bytes: Uint8Array): number | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let bytesPerSecond = 0
  for (let at = 12; at + 8 <= view.length; ) {
    const name = view.toString('latin1', at, at + 4)
    const size = view.readUInt32LE(at + 4)
    if (name === 'fmt ' && at + 20 <= view.length) bytesPerSecond = view.readUInt32LE(at + 16)
    // Streams are written before their length is known.
    if (name === 'data') return bytesPerSecond === 0 || size === 0 || size === 0xffff_ffff ? null : size / bytesPerSecond
    at += 8 + size + (size % 2)
  }
  return null
}
