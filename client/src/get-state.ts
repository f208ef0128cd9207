import { isDeepStrictEqual } from 'node:util'
import { readCheckpointValues } from '@countersign/db'
import type { ClientContext } from './context.ts'
import { jsonSafe } from './json-safe.ts'
import { listCheckpoints } from './list-checkpoints.ts'
import { notFound } from './not-found.ts'
import { isPlumbing } from './time-travel/plumbing.ts'
import type { CheckpointState } from './types.ts'

/**
 * The state of a run at a checkpoint, by default its newest: the graph's own keys as JSON, and which of them this step changed.
 * Throws `not_found` for the run, for a checkpoint that is not the run's, and while the run has none.
 */
export async function getState(context: ClientContext, run: string, checkpoint?: string, _namespace?: string): Promise<CheckpointState> {
  const checkpoints = await listCheckpoints(context, run)
  const view = checkpoint === undefined ? checkpoints.at(-1) : checkpoints.find(({ id }) => id === checkpoint)
  if (view === undefined) throw notFound('checkpoint', checkpoint ?? `of run ${run}`)
  const [values, before] = await Promise.all([
    readState(context, run, view.id),
    view.parent === null ? noState : readState(context, run, view.parent),
  ])
  const keys = [...new Set([...Object.keys(values), ...Object.keys(before)])]
  return { ...view, values, changed: keys.filter((key) => !isDeepStrictEqual(values[key], before[key])).sort() }
}

async function readState({ database }: ClientContext, run: string, checkpoint: string): Promise<Record<string, unknown>> {
  const channels = (await readCheckpointValues(database, { run, checkpoint })) ?? {}
  return Object.fromEntries(
    Object.entries(channels)
      .filter(([channel]) => !isPlumbing(channel))
      .map(([channel, value]) => [channel, jsonSafe(value)]),
  )
}

const noState: Record<string, unknown> = {}
