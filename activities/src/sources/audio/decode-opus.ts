import { OpusDecoder } from 'opus-decoder'
import { audioError, UNREADABLE_AUDIO } from './audio-protocol.ts'
import { oggPackets } from './ogg-packets.ts'

const RATE = 16_000
/** Packets decoded at a time: two seconds of the usual 20 ms. */
const BATCH = 100

/** Decodes Ogg Opus (RFC 7845) a few packets at a time to mono at 16 kHz, which the codec itself gives. */
export async function* decodeOpus(bytes: Uint8Array): AsyncGenerator<Float32Array> {
  const packets = oggPackets(bytes)
  const { value: head } = packets.next()
  if (head === undefined) throw audioError(UNREADABLE_AUDIO, 'It has no header.')
  const opus = new OpusDecoder({ sampleRate: RATE, ...layoutOf(head) })
  await opus.ready
  try {
    packets.next()
    for (let batch = take(packets); batch.length > 0; batch = take(packets)) yield mono(opus.decodeFrames(batch).channelData)
  } finally {
    opus.free()
  }
}

/** What the header says of the channels (RFC 7845, section 5.1). */
function layoutOf(head: Uint8Array) {
  const view = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
  if (view.length < 19 || view.toString('latin1', 0, 8) !== 'OpusHead') throw audioError(UNREADABLE_AUDIO, 'Its header is damaged.')
  const channels = view[9] ?? 1
  const preSkip = view.readUInt16LE(10)
  if (view[18] === 0 || view.length < 21 + channels) return { channels, preSkip }
  return {
    channels,
    preSkip,
    streamCount: view[19],
    coupledStreamCount: view[20],
    channelMappingTable: [...view.subarray(21, 21 + channels)],
  }
}

function take(packets: Iterator<Uint8Array>): Uint8Array[] {
  const batch: Uint8Array[] = []
  while (batch.length < BATCH) {
    const { value, done } = packets.next()
    if (done) break
    if (value.length > 0) batch.push(value)
  }
  return batch
}

function mono(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(0)] = channels
  if (channels.length < 2) return first
  return first.map((_, index) => channels.reduce((sum, channel) => sum + (channel[index] ?? 0), 0) / channels.length)
}
