import { InvalidArgumentError } from 'commander'
import { parseSeconds } from './parse-options.ts'

/** A moment as ISO 8601, from a date, a date with time, or how long ago it was (`3d`), for commander. */
export function parseMoment(text: string): string {
  if (/^\d+(\.\d+)?[smhd]$/.test(text)) return new Date(Date.now() - parseSeconds(text) * 1000).toISOString()
  const moment = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(moment)) throw new InvalidArgumentError('Write a time such as 2026-11-30, 2026-11-30T08:00:00Z or 3d.')
  return new Date(moment).toISOString()
}
