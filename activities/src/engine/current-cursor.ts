import { type ClaimedRun, isOutcome, newAttemptScope } from '@countersign/db'
import type { Cursor, RunRef } from '@countersign/workflows/contract'
import { metAgain } from './breakpoints.ts'
import type { EngineDeps } from './engine-deps.ts'
import { makeCursor } from './make-cursor.ts'
import { migrationOf } from './migration.ts'
import { passStep } from './step-pass.ts'

/**
 * Makes the cursor of a run anew from Postgres, writing nothing: for an attempt whose answer was lost, a run whose workflow was
 * lost, a fork that begins, a superstep wider than the cursor's window. Where the engine itself must do something first (apply an edit,
 * stop at a breakpoint, migrate a state, end a run that has nothing left, park one whose version is gone) it lists nothing: the workflow then asks to advance.
 */
export async function currentCursor(deps: EngineDeps, ref: RunRef, run: ClaimedRun): Promise<Cursor> {
  const { tenant, run: id } = ref
  const { graph: name, version, status, head, step } = run
  const nothing: Cursor = { status: 'running', graph: name, checkpoint: head, step, ready: [], waits: [], waiting: 0, more: false }
  if (status !== 'running' && status !== 'waiting' && status !== 'parked') return { ...nothing, status: 'done' }
  const graph = deps.graphs.find(name, version)
  if (!graph || run.edit || migrationOf(deps.graphs, run) !== null || (await metAgain(deps, ref, graph, run)).length > 0) return nothing
  const scope = newAttemptScope({ tenant, run: id, checkpoint: head, task: '', fence: 0, token: '' })
  const view = await passStep(graph, { scope, gate: { task: null, resuming: false } })
  if (view.from.length === 0) return nothing
  const pending = scope.head?.pendingWrites ?? []
  const written = new Set(pending.filter(([, channel]) => isOutcome(channel)).map(([task]) => task))
  const reviews = await deps.store.reviewsOfStep({ tenant, run: id, checkpoint: head })
  return makeCursor({
    graph: name,
    policies: graph.definition.policies,
    view: { ...view, checkpoint: head, step, tasks: view.from },
    written,
    reviews,
  })
}
