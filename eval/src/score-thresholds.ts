import type { JudgedReading } from './judge-readings.ts'

export const THRESHOLDS = [0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95] as const

/** How a field fares when readings below a threshold go to a person; shares of all documents that have the field. */
export interface ThresholdScore {
  threshold: number
  /** Right among the accepted; null where none is accepted. */
  precision: number | null
  /** Accepted and right. */
  recall: number
  review: number
  wrongAccepted: number
}

export function scoreThresholds(readings: readonly JudgedReading[]): ThresholdScore[] {
  const share = (count: number, of = readings.length): number => (of === 0 ? 0 : count / of)
  return THRESHOLDS.map((threshold) => {
    const accepted = readings.filter(({ raw, confidence }) => raw !== null && confidence >= threshold)
    const right = accepted.filter((reading) => reading.right).length
    return {
      threshold,
      precision: accepted.length === 0 ? null : share(right, accepted.length),
      recall: share(right),
      review: 1 - share(accepted.length),
      wrongAccepted: share(accepted.length - right),
    }
  })
}

/** Expected calibration error over ten equal bins (Naeini, Cooper and Hauskrecht 2015): how far confidences are from the truth. */
export function calibrationError(readings: readonly JudgedReading[]): number {
  const bins = new Map<number, JudgedReading[]>()
  for (const reading of readings) {
    const bin = Math.min(9, Math.floor(reading.confidence * 10))
    bins.set(bin, [...(bins.get(bin) ?? []), reading])
  }
  let error = 0
  for (const bin of bins.values()) {
    const confidence = bin.reduce((sum, reading) => sum + reading.confidence, 0) / bin.length
    const right = bin.filter((reading) => reading.right).length / bin.length
    error += (Math.abs(confidence - right) * bin.length) / readings.length
  }
  return error
}
