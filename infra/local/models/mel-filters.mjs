const RATE = 16_000
const FFT = 400
const BINS = FFT / 2 + 1

/**
 * Triangular filters on the mel scale of Slaney's Auditory Toolbox, area-normalised, as librosa.filters.mel makes them and Whisper was
 * trained with: `mels` rows of 201 frequencies up to 8 kHz.
 * @param {number} mels
 * @returns {Float32Array}
 */
export function melFilters(mels) {
  const top = toMel(RATE / 2)
  const edges = Array.from({ length: mels + 2 }, (_, index) => toHertz((top * index) / (mels + 1)))
  const filters = new Float32Array(mels * BINS)
  for (let mel = 0; mel < mels; mel += 1) {
    const [low = 0, middle = 0, high = 0] = edges.slice(mel, mel + 3)
    for (let bin = 0; bin < BINS; bin += 1) {
      const hertz = (bin * RATE) / FFT
      const height = Math.max(0, Math.min((hertz - low) / (middle - low), (high - hertz) / (high - middle)))
      filters[mel * BINS + bin] = (height * 2) / (high - low)
    }
  }
  return filters
}

/** Linear below 1 kHz (15 mel), logarithmic above. */
const STEP = Math.log(6.4) / 27

/** @param {number} hertz */
function toMel(hertz) {
  return hertz >= 1000 ? 15 + Math.log(hertz / 1000) / STEP : hertz / (200 / 3)
}

/** @param {number} mel */
function toHertz(mel) {
  return mel >= 15 ? 1000 * Math.exp(STEP * (mel - 15)) : (mel * 200) / 3
}
