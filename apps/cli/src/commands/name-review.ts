import type { CountersignClient } from '@countersign/client'
import { CommandError } from '../command-error.ts'

/** The review that is meant: its own id, or that of a run of which one review is open. Throws `not_found`, `ambiguous`. */
export async function nameReview(client: CountersignClient, id: string): Promise<string> {
  if (!id.startsWith('r_')) return id
  const { items } = await client.listReviews({ run: id, status: 'open', limit: 10 })
  const [first, ...others] = items
  if (first === undefined) {
    throw new CommandError('not_found', `No review of the run ${id} is open. See how it stands with: countersign runs show ${id}`)
  }
  if (others.length === 0) return first.id
  throw new CommandError('ambiguous', `The run ${id} waits for several answers. Name one of: ${items.map((one) => one.id).join(', ')}.`)
}
