import { createHmac, timingSafeEqual } from 'node:crypto'
import { CountersignError, type Said, said } from '@countersign/workflows/contract'
import { z } from 'zod'

/** What a person was shown, and when the showing ends. */
export interface Showing {
  tenant: string
  user: string
  review: string
  round: number
  shownHash: string
}

/** Tickets prove that a person was shown what is now decided: bound to person, review, round and hash, good for {@link LIFETIME}. */
export interface Tickets {
  issue(showing: Showing): string
  /** Answers the ticket's own id. Throws `invalid_input` for one that nobody issued, `changed_since_shown` for one that is not for this. */
  check(ticket: string, showing: Showing): string
}

const HOURS = 12
const LIFETIME = HOURS * 3_600_000

const contentSchema = z.tuple([z.string(), z.string(), z.string(), z.number(), z.string(), z.number()])

/** `secret` is asked for when the first ticket is made; at least 32 characters. `now`: milliseconds since 1970. */
export function createTickets({ secret, now = Date.now }: { secret: () => string; now?: () => number }): Tickets {
  const sign = (content: string): string => createHmac('sha256', secret()).update(`ticket\n${content}`).digest('base64url')
  return {
    issue({ tenant, user, review, round, shownHash }) {
      const content = Buffer.from(JSON.stringify([tenant, user, review, round, shownHash, now() + LIFETIME])).toString('base64url')
      return `${content}.${sign(content)}`
    },
    check(ticket, showing) {
      const [content = '', signature = ''] = ticket.split('.')
      if (!isSame(signature, sign(content))) throw new CountersignError('invalid_input', said('ticket.unknown'))
      const [tenant, user, review, round, shownHash, until] = contentSchema.parse(
        JSON.parse(Buffer.from(content, 'base64url').toString('utf8')),
      )
      const refuse = (why: Said) => {
        throw new CountersignError('changed_since_shown', why, { review: showing.review, shownHash: showing.shownHash })
      }
      if (tenant !== showing.tenant || user !== showing.user) refuse(said('ticket.other'))
      if (review !== showing.review) refuse(said('ticket.review'))
      if (round !== showing.round || shownHash !== showing.shownHash) refuse(said('ticket.changed'))
      if (until <= now()) refuse(said('ticket.old', { hours: HOURS }))
      return signature.slice(0, 22)
    },
  }
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
