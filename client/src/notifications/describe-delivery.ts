import { createHash } from 'node:crypto'
import type { ClaimedDelivery } from '@countersign/db'
import { z } from 'zod'
import { type Language, WORDS } from './words.ts'

/** What a delivery says, whatever it is sent by. Of the document nothing but the title of the review or the run. */
export interface Message {
  /** The same for every attempt: receivers can drop what they got before. */
  id: string
  subject: string
  lines: string[]
  title: string | null
  /** Opens a page; decides nothing and holds no secret. */
  link: string
}

const dataSchema = z.object({
  to: z.string().nullish().catch(null),
  role: z.string().nullish().catch(null),
  verb: z.string().nullish().catch(null),
})

export function describeDelivery(delivery: ClaimedDelivery, { language, consoleUrl }: { language: Language; consoleUrl: string }): Message {
  const { event, actor, title, dueAt } = delivery
  const { to, role, verb } = factsOf(delivery)
  const words = WORDS[language]
  const say = words.subjects[event] ?? words.other
  const subject = say({
    event,
    actor: words.actors[actor] ?? actor,
    title: title ?? delivery.run ?? delivery.tenant,
    to: to ?? '',
    role: role ?? '',
    verb: verb ?? '',
  })
  const link = linkTo(delivery, consoleUrl)
  const due = dueAt === null ? [] : [words.due(dueAt.toISOString().replace(/\.\d+Z$/, 'Z'))]
  return { id: idOf(delivery), subject: oneLine(subject), lines: [...due, link, '', words.footer], title, link }
}

/** The small values of an entry that a message may repeat. */
export const factsOf = ({ data }: ClaimedDelivery): z.infer<typeof dataSchema> => dataSchema.parse(data)

function linkTo({ review, run }: ClaimedDelivery, consoleUrl: string): string {
  if (review !== null) return `${consoleUrl}/reviews/${encodeURIComponent(review)}`
  return run === null ? `${consoleUrl}/audit` : `${consoleUrl}/runs/${encodeURIComponent(run)}`
}

function idOf({ tenant, id, entry, channel, recipient, at }: ClaimedDelivery): string {
  const whole = JSON.stringify([tenant, id, entry, channel, recipient, at.toISOString()])
  return `msg_${createHash('sha256').update(whole).digest('hex').slice(0, 32)}`
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
