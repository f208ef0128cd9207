/** A day's items, in the order they came. */
export interface DayGroup<T> {
  label: string
  items: T[]
}

const dayStart = (at: Date): number => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()

function dayLabel(at: Date, now: Date): string {
  const days = Math.round((dayStart(now) - dayStart(at)) / 86_400_000)
  if (days <= 0) return 'Today'
  if (days === 1) return 'Yesterday'
  const year = at.getFullYear() === now.getFullYear() ? undefined : 'numeric'
  return at.toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year })
}

/** Groups items by the day of `momentOf` (an ISO date), keeping their order; days are those of this machine's zone. */
export function groupByDay<T>(items: T[], momentOf: (item: T) => string, now = new Date()): DayGroup<T>[] {
  const groups: DayGroup<T>[] = []
  for (const item of items) {
    const label = dayLabel(new Date(momentOf(item)), now)
    const last = groups.at(-1)
    if (last?.label === label) last.items.push(item)
    else groups.push({ label, items: [item] })
  }
  return groups
}
