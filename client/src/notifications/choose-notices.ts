import type { AuditRow, NewNotice } from '@countersign/db'
import { z } from 'zod'
import type { Channel } from './settings.ts'

/** What was recorded longer ago than this is no news: a log that is sealed for the first time tells nobody about last year. */
const NEWS_MS = 86_400_000

/** Who decides within a replay, where nobody is asked: that is not news for anybody. */
const REPLAY = 'replay'

const peopleSchema = z.object({ to: z.string().nullish(), mentions: z.array(z.string()).optional() })

/** Whom an event concerns, for a channel that speaks to single people; null: nobody in particular. */
function concerns({ event, data }: AuditRow): Pick<NewNotice, 'to' | 'names'> | null {
  const people = peopleSchema.safeParse(data).data
  switch (event) {
    case 'review.assigned':
    case 'review.reassigned':
      return people?.to ? { to: 'people', names: [people.to] } : null
    case 'comment.added':
      return people?.mentions?.length ? { to: 'people', names: people.mentions } : null
    case 'review.opened':
    case 'review.reminded':
    case 'review.escalated':
    case 'review.disputed':
    case 'review.sent_back':
    case 'review.parked':
      return { to: 'deciders', names: [] }
    default:
      return null
  }
}

/** The notices that these entries make on these channels. */
export function chooseNotices(channels: readonly Channel[], entries: readonly AuditRow[], now = Date.now()): NewNotice[] {
  return entries.flatMap((entry) => {
    if (entry.actor === REPLAY || entry.at.getTime() < now - NEWS_MS) return []
    const { tenant, seq, event, actor, run, review } = entry
    return channels.flatMap((channel) => {
      if (!channel.events.has(event) || channel.tenants?.includes(tenant) === false) return []
      const receivers = receiversOf(channel, entry)
      return receivers ? [{ tenant, entry: seq, event, actor, channel: channel.name, run, review, ...receivers }] : []
    })
  })
}

function receiversOf(channel: Channel, entry: AuditRow): Pick<NewNotice, 'to' | 'names'> | null {
  if (channel.kind !== 'email') return { to: 'all', names: [] }
  return channel.to === 'people' ? concerns(entry) : { to: 'given', names: channel.to }
}
