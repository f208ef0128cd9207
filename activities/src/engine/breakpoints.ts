import type { ClaimedRun, NewReview } from '@countersign/db'
import type { RunRef } from '@countersign/workflows/contract'
import type { EngineDeps } from './engine-deps.ts'
import type { RegisteredGraph } from './graph-registry.ts'
import { breakpointRequest } from './interrupt-request.ts'
import { ADVANCE } from './pseudo-tasks.ts'

/** A graph's own static interrupts at a new checkpoint: the stepping takes LangGraph's, so the engine looks them up itself. */
export function breakpointOf(
  { definition }: RegisteredGraph,
  checkpoint: string,
  { from, next }: { from: readonly string[]; next: readonly string[] },
): NewReview[] {
  const { interruptBefore = [], interruptAfter = [] } = definition
  if (next.length === 0) return []
  const first = (nodes: string[] | '*', names: readonly string[]) => names.find((name) => nodes === '*' || nodes.includes(name))
  const after = first(interruptAfter, from)
  const before = first(interruptBefore, next)
  return after || before ? [breakpointAt(checkpoint, { after, before: before ?? '' })] : []
}

const breakpointAt = (checkpoint: string, where: { after?: string; before: string }): NewReview => ({
  checkpoint,
  task: ADVANCE,
  node: ADVANCE,
  interrupt: 'breakpoint',
  request: breakpointRequest(where),
})

/**
 * The breakpoint that a run stands at without having stopped there: a fork at a checkpoint its parent stopped at, or that is before a
 * node to stop before; and a run whose open breakpoint was withdrawn by an edit. One that somebody has passed is not met again.
 */
export async function metAgain(deps: EngineDeps, { tenant, run }: RunRef, graph: RegisteredGraph, state: ClaimedRun): Promise<NewReview[]> {
  const { head: checkpoint, next, fork } = state
  const { interruptBefore = [], interruptAfter = [] } = graph.definition
  if ((interruptBefore.length === 0 && interruptAfter.length === 0) || !next[0] || !(fork || state.edit)) return []
  const { own, parent } = await deps.store.breakpointMarks({ tenant, run, checkpoint })
  if (own === 'open' || own === 'decided' || (own === null && !fork)) return []
  const before = breakpointOf(graph, checkpoint, { from: [], next })
  return before.length === 0 && (own === 'withdrawn' || parent) ? [breakpointAt(checkpoint, { before: next[0] })] : before
}
