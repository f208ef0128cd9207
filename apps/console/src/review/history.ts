import type { AuditEntryView } from '@countersign/client'

/** What happened to a review, in a form that can be said in any language. */
export interface HistoryEntry {
  seq: number
  at: string
  actor: string
  event: HistoryEvent
  /** Small values that go into the sentence. */
  values: Record<string, string>
}

const EVENTS = [
  'opened',
  'changed',
  'claimed',
  'released',
  'taken_over',
  'assigned',
  'voted',
  'disputed',
  'decided',
  'escalated',
  'sent_back',
  'reminded',
  'reassigned',
  'deadline_moved',
  'withdrawn',
  'parked',
] as const
export type HistoryEvent = (typeof EVENTS)[number] | 'unassigned'

function eventOf({ event, data }: AuditEntryView): HistoryEvent | undefined {
  const known = EVENTS.find((one) => event === `review.${one}`)
  return known === 'assigned' && data.to === null ? 'unassigned' : known
}

const small = (data: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(data).flatMap(([key, value]) => (typeof value === 'string' || typeof value === 'number' ? [[key, String(value)]] : [])),
  )

/** The entries of the audit log that a reviewer wants to know of, oldest first. Comments are shown as they are. */
export function historyOf(entries: AuditEntryView[]): HistoryEntry[] {
  return entries
    .flatMap((entry) => {
      const event = eventOf(entry)
      return event ? [{ seq: entry.seq, at: entry.at, actor: entry.actor, event, values: small(entry.data) }] : []
    })
    .toSorted((a, b) => a.seq - b.seq)
}
