import { findHistoryRow, findRun, type HistoryRow, listDifferingChannels, readStoredValues } from '@countersign/db'
import type { ClientContext } from './context.ts'
import { checkId, notFound } from './not-found.ts'
import { checkText } from './storable.ts'
import { describeRows } from './time-travel/describe-history.ts'
import { isPlumbing } from './time-travel/plumbing.ts'
import { showStored } from './time-travel/show-stored.ts'
import type { CheckpointState } from './types.ts'

/**
 * The state of a run at a checkpoint, by default its newest: the graph's own keys as JSON, and which of them this step changed. With
 * `namespace` that of a subgraph.
 * Throws `not_found` for the run, for a checkpoint that is not the run's, and while the run has none.
 */
export async function getState(context: ClientContext, run: string, checkpoint?: string, namespace = ''): Promise<CheckpointState> {
  const { tenant, database } = context
  checkText('The namespace', namespace)
  checkId('run', run)
  const row = await findRun(database.db, { tenant, run })
  if (row === null) throw notFound('run', run)
  if (checkpoint !== undefined) checkId('checkpoint', checkpoint)
  // Ids of checkpoints tell the time of the worker that made them, whose clock may be wrong: the run knows which is its newest.
  const wanted = checkpoint ?? (namespace === '' ? (row.checkpoint ?? undefined) : undefined)
  const found = await findHistoryRow(database.db, { tenant, run, namespace, checkpoint: wanted })
  if (found === null) throw notFound('checkpoint', checkpoint ?? `of run ${run}`)
  const [values, changed, [view]] = await Promise.all([
    readValues(context, { run, namespace, checkpoint: found.id }),
    listChanged(context, run, found),
    describeRows(context, row, [found]),
  ])
  if (view === undefined) throw notFound('checkpoint', found.id)
  return { ...view, values, changed }
}

/** The values of the graph's own keys, or of some of them, for showing. */
export async function readValues(
  { tenant, database }: ClientContext,
  place: { run: string; namespace: string; checkpoint: string; channels?: string[] },
): Promise<Record<string, unknown>> {
  const stored = await readStoredValues(database.db, { tenant, ...place })
  const own = [...stored].filter(([channel]) => !isPlumbing(channel))
  return Object.fromEntries(own.map(([channel, value]) => [channel, showStored(value)]))
}

async function listChanged({ tenant, database }: ClientContext, run: string, { id, namespace, parent }: HistoryRow): Promise<string[]> {
  const place = (checkpoint: string) => ({ run, namespace, checkpoint })
  const a = parent === null ? null : place(parent)
  const channels = await listDifferingChannels(database.db, { tenant, a, b: place(id) })
  return channels.filter((channel) => !isPlumbing(channel)).toSorted()
}
