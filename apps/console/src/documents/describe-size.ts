import type { Times } from '../frame/times.ts'

const UNITS = ['B', 'kB', 'MB', 'GB']

/** A size in bytes in words: "812 B", "48 kB", "1.2 MB". */
export function describeSize(bytes: number, times: Pick<Times, 'number'>): string {
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${times.number(value, { maximumFractionDigits: unit > 0 && value < 10 ? 1 : 0 })} ${UNITS[unit]}`
}
