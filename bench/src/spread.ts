export interface Spread {
  median: number
  p95: number
}

/** Median and 95th percentile (nearest rank) of a non-empty list. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN
  return { median: at(0.5), p95: at(0.95) }
}
