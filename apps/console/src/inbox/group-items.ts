import type { ReviewSummary } from '@countersign/client'
import type { Times } from '../frame/times.ts'
import type { InboxQuery } from './inbox-query.ts'

type Named =
  | 'today'
  | 'yesterday'
  | 'overdue'
  | 'hour'
  | 'laterToday'
  | 'tomorrow'
  | 'later'
  | 'noDeadline'
  | 'high'
  | 'normal'
  | 'lowPriority'
  | 'unsure'
  | 'medium'
  | 'sure'
  | 'noConfidence'

/** Rows under one heading: a name of the messages, or a day in words. */
export interface ItemGroup {
  name: Named | null
  day: string
  items: ReviewSummary[]
}

/** The words and the present that groups are made with. `year` is that of `now`, as every date below in the reader's zone. */
export interface Present {
  now: number
  times: Pick<Times, 'date'>
}

const DAY_MS = 86_400_000
const dayOf = (at: number | string, { times }: Present): string => times.date(at, { dateStyle: 'short' })

function dayGroup(at: string, present: Present): Pick<ItemGroup, 'name' | 'day'> {
  const { now, times } = present
  const day = dayOf(at, present)
  if (day === dayOf(now, present) || Date.parse(at) > now) return { name: 'today', day: '' }
  if (day === dayOf(now - DAY_MS, present)) return { name: 'yesterday', day: '' }
  const sameYear = times.date(at, { year: 'numeric' }) === times.date(now, { year: 'numeric' })
  const options = { weekday: 'long', day: 'numeric', month: 'long' } as const
  return { name: null, day: times.date(at, sameYear ? options : { ...options, year: 'numeric' }) }
}

function dueGroup(due: string | null, present: Present): Named {
  if (due === null) return 'noDeadline'
  const left = Date.parse(due) - present.now
  if (left < 0) return 'overdue'
  if (left < 3_600_000) return 'hour'
  const day = dayOf(due, present)
  if (day === dayOf(present.now, present)) return 'laterToday'
  return day === dayOf(present.now + DAY_MS, present) ? 'tomorrow' : 'later'
}

function confidenceGroup(confidence: number | null): Named {
  if (confidence === null) return 'noConfidence'
  if (confidence < 0.5) return 'unsure'
  return confidence <= 0.8 ? 'medium' : 'sure'
}

function groupOf(item: ReviewSummary, sort: InboxQuery['sort'], present: Present): Pick<ItemGroup, 'name' | 'day'> {
  if (sort === 'due') return { name: dueGroup(item.dueAt, present), day: '' }
  if (sort === 'confidence') return { name: confidenceGroup(item.confidence), day: '' }
  if (sort !== 'priority') return dayGroup(item.openedAt, present)
  if (item.priority === 0) return { name: 'normal', day: '' }
  return { name: item.priority > 0 ? 'high' : 'lowPriority', day: '' }
}

/** Groups a list by what its order is about, keeping the order: by day, urgency, priority or confidence. */
export function groupItems(items: readonly ReviewSummary[], sort: InboxQuery['sort'], present: Present): ItemGroup[] {
  const groups: ItemGroup[] = []
  for (const item of items) {
    const { name, day } = groupOf(item, sort, present)
    const last = groups.at(-1)
    if (last && last.name === name && last.day === day) last.items.push(item)
    else groups.push({ name, day, items: [item] })
  }
  return groups
}
