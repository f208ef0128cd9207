import { type ReviewRow, wasEscalatedWith } from '@countersign/db'
import { CountersignError, said } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import type { Wanted } from '../decide-review.ts'
import type { Showing } from './tickets.ts'

export const showingOf = ({ tenant, user }: ClientContext, { id, round, shownHash }: ReviewRow): Showing => ({
  tenant,
  user,
  review: id,
  round,
  shownHash,
})

/**
 * Checks that whoever decides was shown what is there now. A ticket is used up with the decision, the vote or the handing on it came
 * with. Answers its id, null where none was sent and none is needed. Throws `invalid_input`, `changed_since_shown`, `conflict`.
 */
export async function checkTicket(context: ClientContext, row: ReviewRow, { ticket }: Wanted): Promise<string | null> {
  const { tenant, requireTicket, tickets, database } = context
  if (ticket === undefined) {
    if (!requireTicket) return null
    throw new CountersignError('invalid_input', said('ticket.needed'))
  }
  const id = tickets.check(ticket, showingOf(context, row))
  // Deciding ends the round and voting is possible once; only a review that was handed on is still the same.
  if (await wasEscalatedWith(database.db, { tenant, review: row.id, ticket: id }))
    throw new CountersignError('conflict', said('ticket.used'), { review: row.id })
  return id
}
