import { InvalidArgumentError } from 'commander'
import { parseSeconds } from './parse-options.ts'

/** A moment as ISO 8601, from a date, a date with time, how long ago it was (`3d`), `today` or `yesterday` (their first moment here), for commander. */
export function parseMoment(text: string): string {
  if (text === 'today' || text === 'yesterday') return startOfDay(text === 'today' ? 0 : 1)
  if (/^\d+(\.\d+)?[smhd]$/.test(text)) return new Date(Date.now() - parseSeconds(text) * 1000).toISOString()
  const moment = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(moment)) throw new InvalidArgumentError('Write a time such as 2026-11-30, 2026-11-30T08:00:00Z, 3d, today or yesterday.')
  return new Date(moment).toISOString()
}

function startOfDay(daysAgo: number): string {
  const day = new Date()
  day.setHours(0, 0, 0, 0)
  day.setDate(day.getDate() - daysAgo)
  return day.toISOString()
}
