const HEADER = 44

export interface WavOptions {
  rate?: number
  channels?: number
  /** Seconds that the header claims; as many as there are otherwise. */
  claimed?: number
}

/** A WAVE file of 16-bit samples that `sample` gives for each time in seconds. */
export function makeWav(
  seconds: number,
  sample: (seconds: number) => number,
  { rate = 16_000, channels = 1, claimed = seconds }: WavOptions = {},
) {
  const block = channels * 2
  const count = Math.round(seconds * rate)
  const bytes = Buffer.alloc(HEADER + count * block)
  const size = Math.round(claimed * rate) * block
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(size + HEADER - 8, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(channels, 22)
  bytes.writeUInt32LE(rate, 24)
  bytes.writeUInt32LE(rate * block, 28)
  bytes.writeUInt16LE(block, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(size, 40)
  for (let index = 0; index < count; index += 1) {
    const value = Math.round(sample(index / rate) * 32_767)
    for (let channel = 0; channel < channels; channel += 1) bytes.writeInt16LE(value, HEADER + index * block + channel * 2)
  }
  return new Uint8Array(bytes)
}

/** A beep of a quarter second at the beginning of each second, of another height each time. */
export const beeps = (seconds: number): number =>
  seconds % 1 < 0.25 ? 0.5 * Math.sin(2 * Math.PI * (400 + 200 * (Math.floor(seconds) % 8)) * seconds) : 0
