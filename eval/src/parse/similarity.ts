import { distance } from 'fastest-levenshtein'

/** 1 for the same text, 0 for one with nothing in common: 1 - edit distance / length of the longer (Levenshtein 1966). */
export function similarity(a: string, b: string): number {
  const longer = Math.max(a.length, b.length)
  return longer === 0 ? 1 : 1 - distance(a, b) / longer
}

/**
 * How much of a text is in the expected order, 0..1: of the runs of three words that each text holds exactly once, the share that
 * stands in the longest common order (longest increasing subsequence). 1 where too few such runs say anything.
 */
export function orderKept(text: string, expected: string): number {
  const places = uniqueRuns(text)
  const order = [...uniqueRuns(expected).keys()].map((run) => places.get(run)).filter((place) => place !== undefined)
  return order.length < 10 ? 1 : longestRise(order) / order.length
}

function uniqueRuns(text: string): Map<string, number> {
  const words = text.toLowerCase().split(' ')
  const seen = new Map<string, number>()
  const twice = new Set<string>()
  for (let at = 0; at + 3 <= words.length; at += 1) {
    const run = words.slice(at, at + 3).join(' ')
    if (seen.has(run)) twice.add(run)
    else seen.set(run, at)
  }
  for (const run of twice) seen.delete(run)
  return seen
}

/** Length of the longest increasing subsequence (patience sorting, Fredman 1975). */
function longestRise(values: readonly number[]): number {
  const tails: number[] = []
  for (const value of values) {
    let [low, high] = [0, tails.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((tails[middle] ?? 0) < value) low = middle + 1
      else high = middle
    }
    tails[low] = value
  }
  return tails.length
}
