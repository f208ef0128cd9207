import { type Claim, isOutcome, newAttemptScope } from '@countersign/db'
import type { Cursor, RunRef } from '@countersign/workflows/contract'
import type { EngineDeps } from './engine-deps.ts'
import { makeCursor } from './make-cursor.ts'
import { passStep } from './step-pass.ts'

/**
 * Makes the cursor of a run anew from Postgres, writing nothing: for an attempt whose answer was lost, a run whose workflow was
 * lost, a superstep wider than the cursor's window.
 */
export async function currentCursor(deps: EngineDeps, { tenant, run: id }: RunRef, run: Claim['run']): Promise<Cursor> {
  const { graph: name, version, status, head, step } = run
  if (status !== 'running' && status !== 'waiting' && status !== 'parked') {
    return { status: 'done', graph: name, checkpoint: head, step, ready: [], waits: [], waiting: 0, more: false }
  }
  const graph = deps.graphs.find(name, version)
  // Nobody here can say what is ready. With nothing to run the workflow asks to advance from the head, which parks the run there.
  if (!graph) return { status: 'running', graph: name, checkpoint: head, step, ready: [], waits: [], waiting: 0, more: false }
  const scope = newAttemptScope({ tenant, run: id, checkpoint: head, task: '', fence: 0, token: '' })
  const view = await passStep(graph, { scope, gate: { task: null, resuming: false } })
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
