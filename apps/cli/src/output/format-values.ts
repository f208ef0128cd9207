import type { RunStatus } from '@countersign/client'
import type { Colors } from './printer.ts'

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const

/** How long ago an ISO time was, in its largest unit: "12 s", "4 min", "3 h", "2 d". */
export function formatAge(iso: string, now = Date.now()): string {
  return formatSeconds(Math.max(0, (now - Date.parse(iso)) / 1000))
}

/** A length of time in its largest unit. */
function formatSeconds(seconds: number): string {
  for (const [unit, size] of UNITS) if (seconds >= size) return `${Math.floor(seconds / size)} ${unit}`
  return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`
}

/** How far off a deadline is: "in 12 min", "overdue 3 h". */
export function formatDue(iso: string, now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000
  return seconds < 0 ? `overdue ${formatSeconds(-seconds)}` : `in ${formatSeconds(seconds)}`
}

/** How long something took, in seconds, for comparing. */
export function formatTook(seconds: number): string {
  return `${seconds.toFixed(1)} s`
}

/** A count with its word: "1 run", "1,204 runs". */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

/** Bytes in the unit that leaves one to three digits before the point (1 kB is 1000 bytes). */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** A state as a sign and a word, never by colour alone. */
export function formatStatus(status: RunStatus, colors: Colors, partial: string | null = null): string {
  if (status === 'done' && partial !== null) return colors.yellow('✓ partly done')
  switch (status) {
    case 'running':
      return colors.blue('● running')
    case 'waiting':
      return colors.yellow('◆ waiting')
    case 'parked':
      return colors.red('■ parked')
    case 'done':
      return colors.green('✓ done')
    case 'aborted':
      return colors.dim('✕ aborted')
    case 'cancelled':
      return colors.dim('✕ cancelled')
  }
}

/** A JSON value on one line: text as it is, nothing as an em dash. */
export function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '—'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
