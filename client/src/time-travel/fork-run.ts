import { findForkByClientKey, findRun } from '@countersign/db'
import { CountersignError, newRunId, said } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import { checkId, notFound } from '../not-found.ts'
import { parseInput } from '../parse-input.ts'
import { type ForkInput, forkInputSchema } from '../schemas/time-travel.ts'
import { checkText } from '../storable.ts'
import { commitFork } from './commit-fork.ts'
import { type ForkPlan, planFork } from './plan-fork.ts'

/**
 * Starts a new run from a checkpoint of another, whatever the status of that one: the newest checkpoint unless one is named, `start` for its
 * input. Copies the checkpoint within Postgres, so the size of the state hardly matters; the parent's rows stay as they are, and no
 * decision is inherited. Returns when it is recorded; the workflow follows, also after an outage of Temporal.
 * Safe to retry with a `clientKey`: the same key answers the same run.
 * Throws `not_found`, `invalid_input` (an edit that does not fit, nothing to run next, `details` names it), `conflict` for a checkpoint
 * that retention deleted, `graph_unknown`, `too_large`.
 */
export async function forkRun(context: ClientContext, run: string, input: ForkInput = {}): Promise<{ run: string }> {
  const { tenant, database } = context
  const wanted = parseInput(forkInputSchema, input)
  checkText('The fork', [wanted.version, wanted.namespace, wanted.reason, wanted.title, wanted.clientKey, ...(wanted.nodes ?? [])].join(''))
  checkId('run', run)
  const parent = await findRun(database.db, { tenant, run })
  if (parent === null) throw notFound('run', run)
  const earlier = await earlierFork(context, run, wanted.clientKey)
  if (earlier) return { run: earlier }
  const made = await makeFork(context, await planFork(context, parent, wanted))
  if (made) return { run: made }
  const other = await earlierFork(context, run, wanted.clientKey)
  if (other) return { run: other }
  throw new CountersignError('internal', 'The fork was refused for a client key that nobody used.', { run })
}

/** Records a planned fork and sends it off; null where its client key is taken. */
export async function makeFork(context: ClientContext, plan: ForkPlan, bulk: string | null = null): Promise<string | null> {
  const id = newRunId()
  if (!(await commitFork(context, plan, { id, bulk }))) return null
  context.deliveries.begin({ topic: 'start', tenant: context.tenant, run: id })
  return id
}

async function earlierFork({ tenant, database }: ClientContext, parent: string, clientKey: string | undefined): Promise<string | null> {
  if (clientKey === undefined) return null
  const earlier = await findForkByClientKey(database.db, { tenant, clientKey })
  if (earlier === null || earlier.parentRun === parent) return earlier?.id ?? null
  throw new CountersignError('invalid_input', said('fork.clientKey', { key: clientKey }), { clientKey })
}
