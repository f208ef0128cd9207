import { findCheckpointBefore, findRun, listRunSet, type RunRow } from '@countersign/db'
import { CountersignError, newBulkId, said } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import { parseInput } from '../parse-input.ts'
import { type BulkFork, type BulkForkInput, bulkForkInputSchema } from '../schemas/time-travel.ts'
import { checkText } from '../storable.ts'
import { START } from './find-fork-point.ts'
import { makeFork } from './fork-run.ts'
import { inTurns } from './in-turns.ts'
import { parseInstant } from './parse-instant.ts'
import { planFork } from './plan-fork.ts'

const USUAL_LIMIT = 100
const AT_ONCE = 4

type Item = BulkFork['items'][number]

/**
 * Forks many runs, each as `forkRun` does and in a transaction of its own; they share a `bulk`. With `dryRun` says which runs would be
 * forked and from where, and why others would not, and writes nothing. A run that cannot be forked is `refused` and stops no other.
 * Not safe to retry blindly: a second call makes a second bulk. Throws `invalid_input`.
 */
export async function forkRuns(context: ClientContext, input: BulkForkInput): Promise<BulkFork> {
  const { tenant, database } = context
  const wanted = parseInput(bulkForkInputSchema, input)
  const { since, until, ...of } = wanted.of
  if (Object.values(wanted.of).every((criterion) => criterion === undefined))
    throw new CountersignError('invalid_input', said('fork.whichRuns'))
  const node = typeof wanted.from === 'object' ? wanted.from.node : ''
  checkText('The fork', [...(of.runs ?? []), of.graph, of.version, of.node, of.code, node, wanted.version, wanted.reason].join(''))
  const limit = wanted.limit ?? USUAL_LIMIT
  const set = await listRunSet(database.db, { tenant, limit, ...of, since: parseInstant(since), until: parseInstant(until) })
  const bulk = wanted.dryRun ? null : newBulkId()
  const items = await inTurns(set.runs, AT_ONCE, (run) => forkOne(context, run, wanted, bulk))
  return { bulk, matched: set.matched, items: items.flatMap((item) => item ?? []) }
}

/** Null: the run is gone meanwhile. */
async function forkOne(context: ClientContext, run: string, wanted: BulkForkInput, bulk: string | null): Promise<Item | null> {
  const parent = await findRun(context.database.db, { tenant: context.tenant, run })
  if (parent === null) return null
  const item: Item = { run, title: parent.title, checkpoint: null, step: null, fork: null, refused: null }
  try {
    const { edit, version, sandbox, reason } = wanted
    const plan = await planFork(context, parent, {
      edit,
      version,
      sandbox,
      reason,
      checkpoint: await startOf(context, parent, wanted.from),
    })
    const fork = bulk === null ? null : await makeFork(context, plan, bulk)
    return { ...item, checkpoint: plan.point.origin, step: plan.point.step, fork }
  } catch (error) {
    if (!(error instanceof CountersignError)) throw error
    return { ...item, refused: { code: error.code, message: error.message } }
  }
}

async function startOf({ tenant, database }: ClientContext, parent: RunRow, from: BulkForkInput['from']): Promise<string | undefined> {
  if (from === 'start') return START
  if (from === undefined || from === 'latest') return undefined
  const checkpoint = await findCheckpointBefore(database.db, { tenant, run: parent.id, node: from.node })
  if (checkpoint === null) throw new CountersignError('invalid_input', said('fork.notAtNode', { node: from.node }), { node: from.node })
  return checkpoint
}
