import { type CheckpointAt, type DbOrTx, findCheckpointAt, findEndOfHistory, hadCheckpoint, type RunRow } from '@countersign/db'
import { CountersignError, said } from '@countersign/workflows/contract'
import { checkId, notFound } from '../not-found.ts'

/** In place of a checkpoint: the run's input, before anything ran. */
export const START = 'start'

/** Where a fork starts: with the input alone, or at a checkpoint. */
export interface ForkPoint {
  /** The checkpoint in its own namespace; null: the input, anew. */
  at: CheckpointAt | null
  /** That of the graph itself; `at` where that is not a subgraph's. */
  root: CheckpointAt | null
  /** Of a subgraph: the graphs above it, outermost first, each with the task that the subgraph runs in. */
  above: { checkpoint: CheckpointAt; task: string }[]
  /** The checkpoint that is named as the fork's origin; null where the run has none. */
  origin: string | null
  step: number
}

/**
 * Finds the checkpoint that a fork is to start from, by default the newest. The one that holds nothing but the run's input stands for the
 * input itself: the fork begins as the run did.
 * Throws `not_found`, `conflict` where retention deleted it, `invalid_input` for a subgraph without a checkpoint.
 */
export async function findForkPoint(
  db: DbOrTx,
  row: RunRow,
  { checkpoint, namespace = '' }: { checkpoint?: string; namespace?: string },
): Promise<ForkPoint> {
  const { tenant, id: run } = row
  if (namespace !== '' && (checkpoint === undefined || checkpoint === START))
    throw new CountersignError('invalid_input', said('fork.whichCheckpoint'))
  const wanted = checkpoint ?? row.checkpoint ?? START
  if (wanted === START) return await startOf(db, row)
  checkId('checkpoint', wanted)
  const at = await findCheckpointAt(db, { tenant, run, namespace, checkpoint: wanted })
  if (at === null) throw await whyMissing(db, row, wanted)
  if (namespace === '' && at.source === 'input') return { at: null, root: null, above: [], origin: at.id, step: at.step }
  const above = await graphsAbove(db, row, at)
  return { at, root: above[0]?.checkpoint ?? at, above, origin: at.id, step: at.step }
}

async function startOf(db: DbOrTx, { tenant, id: run }: RunRow): Promise<ForkPoint> {
  const first = await findEndOfHistory(db, { tenant, run, end: 'first' })
  const at = first === null ? null : await findCheckpointAt(db, { tenant, run, namespace: '', checkpoint: first })
  // A fork has no checkpoint with its input: its first is the one that it was forked from.
  const isFork = at?.source === 'fork'
  return isFork
    ? { at, root: at, above: [], origin: at.id, step: at.step }
    : { at: null, root: null, above: [], origin: at?.source === 'input' ? at.id : null, step: -1 }
}

async function graphsAbove(db: DbOrTx, row: RunRow, at: CheckpointAt): Promise<ForkPoint['above']> {
  if (at.namespace === '') return []
  const { tenant, id: run } = row
  const path = at.namespace.split('|')
  const above: ForkPoint['above'] = []
  for (const [depth, part] of path.entries()) {
    const namespace = path.slice(0, depth).join('|')
    const id = at.parents[namespace]
    const checkpoint = id === undefined ? null : await findCheckpointAt(db, { tenant, run, namespace, checkpoint: id })
    if (checkpoint === null) throw thinned(id ?? at.id)
    above.push({ checkpoint, task: part.slice(part.lastIndexOf(':') + 1) })
  }
  return above
}

async function whyMissing(db: DbOrTx, row: RunRow, checkpoint: string): Promise<CountersignError> {
  const { tenant, id: run } = row
  const wasThere = row.thinned !== null || row.checkpoint === checkpoint || (await hadCheckpoint(db, { tenant, run, checkpoint }))
  return wasThere ? thinned(checkpoint) : notFound('checkpoint', checkpoint)
}

/** The error of a checkpoint that retention deleted. */
export const thinned = (checkpoint: string): CountersignError =>
  new CountersignError('conflict', said('fork.thinned', { checkpoint }), { checkpoint })
