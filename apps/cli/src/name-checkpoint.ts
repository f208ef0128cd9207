import type { CountersignClient } from '@countersign/client'
import { CommandError } from './command-error.ts'

const PAGE = 200

/**
 * The id of a checkpoint, named by itself or by its step. Of several with one step (an edit keeps it) the newest.
 * Throws `not_found` for a step that the run does not have.
 */
export async function nameCheckpoint(client: CountersignClient, run: string, named: string, namespace?: string): Promise<string> {
  if (!/^-?\d+$/.test(named)) return named
  const step = Number(named)
  let after: string | undefined
  do {
    const page = await client.getHistory(run, { namespace, after, limit: PAGE })
    const found = page.items.find((entry) => entry.step === step)
    if (found !== undefined) return found.id
    after = page.next ?? undefined
  } while (after !== undefined)
  throw new CommandError('not_found', `The run ${run} has no step ${named}. See its steps with: countersign runs history ${run}`)
}
