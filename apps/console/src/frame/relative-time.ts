const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

function span(ms: number): string {
  if (ms < HOUR) return `${Math.max(1, Math.round(ms / MINUTE))} min`
  if (ms < 48 * HOUR) return `${Math.round(ms / HOUR)} h`
  if (ms < 60 * DAY) return `${Math.round(ms / DAY)} days`
  return `${Math.round(ms / (30 * DAY))} months`
}

/** A moment as words, seen from `now` (both in ms): "just now", "4 min ago", "in 2 h". */
export function relativeTime(at: number, now: number): string {
  const distance = at - now
  if (Math.abs(distance) < 45_000) return 'just now'
  return distance < 0 ? `${span(-distance)} ago` : `in ${span(distance)}`
}

/** How long something has waited or taken, without "ago": "4 min", "2 h". */
export function age(since: number, now: number): string {
  return span(Math.max(0, now - since))
}

/** A due date as words and how urgent they are: overdue first, then under an hour. */
export function dueIn(due: number, now: number): { text: string; urgency: 'late' | 'soon' | null } {
  if (due < now) return { text: `late ${span(now - due)}`, urgency: 'late' }
  return { text: `in ${span(due - now)}`, urgency: due - now < HOUR ? 'soon' : null }
}

/** A duration measured by a machine: "0.41 s", "12 s", "3 min". */
export function duration(ms: number): string {
  if (ms < 1_000) return `${(ms / 1_000).toFixed(2)} s`
  if (ms < 10_000) return `${(ms / 1_000).toFixed(1)} s`
  if (ms < MINUTE) return `${Math.round(ms / 1_000)} s`
  return span(ms)
}
