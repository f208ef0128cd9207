import type { AttemptScope, Claim } from '@countersign/db'
import { CURSOR_WINDOW, type Cursor, type RunRef } from '@countersign/workflows/contract'
import type { EngineDeps } from './engine-deps.ts'
import { migrationOf } from './migration.ts'
import { ADVANCE } from './pseudo-tasks.ts'

/**
 * Where the run's version is gone and its incident is open already: the cursor that waits for that incident, so that asking once more
 * (a signal that came twice) parks nothing a second time. Null where the engine can go on, or has not parked the run yet.
 */
export async function parkedWithoutGraph(
  deps: EngineDeps,
  ref: RunRef,
  { run, reviews }: Claim,
  scope: AttemptScope,
): Promise<Cursor | null> {
  if (reviews.length > 0 || deps.graphs.find(run.graph, run.version) || migrationOf(deps.graphs, run)) return null
  const { graph, head: checkpoint, step } = run
  const open = (await deps.store.reviewsOfStep({ tenant: ref.tenant, run: ref.run, checkpoint })).filter((review) => review.open)
  if (open.length === 0) return null
  await deps.store.commit(scope, { status: 'waiting' })
  const waits = open
    .filter(({ task }) => task !== ADVANCE)
    .slice(0, CURSOR_WINDOW)
    .map(({ id: review, task, node }) => ({ task, node, policy: {}, review }))
  return { status: 'running', graph, checkpoint, step, ready: [], waits, waiting: open.length, more: false }
}
