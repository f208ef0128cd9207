import { type CheckpointPlace, findHistoryRow, findRun, type HistoryRow, listDifferingChannels } from '@countersign/db'
import type { ClientContext } from '../context.ts'
import { readValues } from '../get-state.ts'
import { checkId, notFound } from '../not-found.ts'
import { parseInput } from '../parse-input.ts'
import { type DiffInput, diffInputSchema, type StateDiff } from '../schemas/time-travel.ts'
import { compareValues } from './compare-values.ts'
import { isPlumbing } from './plumbing.ts'

/**
 * What differs between two states: of one run, from the parent of `to` unless `from` is named; `with` names another run, whose checkpoint
 * `to` is, and then `from` is this run's newest unless it is named. Only the keys that differ are loaded.
 * Throws `not_found` for a run or a checkpoint, `invalid_input`.
 */
export async function diffStates(context: ClientContext, run: string, input: DiffInput = {}): Promise<StateDiff> {
  const { from, to, with: other } = parseInput(diffInputSchema, input)
  await checkRun(context, run)
  if (other !== undefined) await checkRun(context, other)
  const after = await requireRow(context, other ?? run, to)
  const before = from !== undefined || other !== undefined ? (await requireRow(context, run, from)).id : after.parent
  const place = (of: string, checkpoint: string): CheckpointPlace => ({ run: of, namespace: '', checkpoint })
  return await diffPlaces(context, before === null ? null : place(run, before), place(other ?? run, after.id))
}

/** What differs between two checkpoints; null: nothing yet. */
export async function diffPlaces(context: ClientContext, a: CheckpointPlace | null, b: CheckpointPlace | null): Promise<StateDiff> {
  const { tenant, database } = context
  const channels = (await listDifferingChannels(database.db, { tenant, a, b })).filter((channel) => !isPlumbing(channel))
  if (channels.length === 0) return { changes: [], more: 0 }
  const [before, after] = await Promise.all([a, b].map((place) => (place === null ? {} : readValues(context, { ...place, channels }))))
  return compareValues(before, after)
}

async function checkRun({ tenant, database }: ClientContext, run: string): Promise<void> {
  checkId('run', run)
  if ((await findRun(database.db, { tenant, run })) === null) throw notFound('run', run)
}

async function requireRow({ tenant, database }: ClientContext, run: string, checkpoint: string | undefined): Promise<HistoryRow> {
  if (checkpoint !== undefined) checkId('checkpoint', checkpoint)
  const row = await findHistoryRow(database.db, { tenant, run, namespace: '', checkpoint })
  if (row === null) throw notFound('checkpoint', checkpoint ?? `of run ${run}`)
  return row
}
