/** 48 kHz to 16 kHz. */
const FACTOR = 3
const TAPS = 47
const CUTOFF = 7_200 / 48_000

/** A low-pass filter by the window method (Oppenheim and Schafer, Discrete-Time Signal Processing, 7.5), Hamming window, sum 1. */
const FILTER = normalised(
  Float32Array.from({ length: TAPS }, (_, index) => {
    const at = index - (TAPS - 1) / 2
    const ideal = at === 0 ? 2 * CUTOFF : Math.sin(2 * Math.PI * CUTOFF * at) / (Math.PI * at)
    return ideal * (0.54 - 0.46 * Math.cos((2 * Math.PI * index) / (TAPS - 1)))
  }),
)

function normalised(taps: Float32Array): Float32Array {
  const sum = taps.reduce((total, tap) => total + tap, 0)
  return taps.map((tap) => tap / sum)
}

/** Takes every third sample of 48 kHz after a low-pass, chunk by chunk; remembers what it needs of the chunk before. */
export function createDownsampler(): (chunk: Float32Array) => Float32Array {
  let kept: Float32Array = new Float32Array((TAPS - 1) / 2)
  return (chunk) => {
    const input = new Float32Array(kept.length + chunk.length)
    input.set(kept)
    input.set(chunk, kept.length)
    const count = Math.max(0, Math.floor((input.length - TAPS) / FACTOR) + 1)
    const output = new Float32Array(count)
    for (let index = 0; index < count; index += 1) {
      let sum = 0
      for (let tap = 0; tap < TAPS; tap += 1) sum += (FILTER[tap] ?? 0) * (input[index * FACTOR + tap] ?? 0)
      output[index] = sum
    }
    kept = input.slice(count * FACTOR)
    return output
  }
}
