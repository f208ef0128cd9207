import type { AttemptScope, Claim, NewReview, PendingEdit } from '@countersign/db'
import type { RunRef, TaskResult } from '@countersign/workflows/contract'
import type { TaskAnswers } from '../answers.ts'
import { breakpointOf, metAgain } from '../breakpoints.ts'
import { currentCursor } from '../current-cursor.ts'
import type { EngineDeps } from '../engine-deps.ts'
import type { RegisteredGraph } from '../graph-registry.ts'
import { editState } from './edit-state.ts'

interface EditInput {
  deps: EngineDeps
  ref: RunRef
  claim: Claim
  graph: RegisteredGraph
  scope: AttemptScope
  edit: PendingEdit
  answers: TaskAnswers
}

/**
 * Applies an edit under the fence, in one commit with the run's new head: a crash before it leaves the edit to be applied, one behind
 * it finds it applied. A breakpoint that nobody had passed is met again. Throws `invalid_decision` where the state cannot be changed so.
 */
export async function applyEdit({ deps, ref, claim, graph, scope, edit, answers }: EditInput): Promise<TaskResult> {
  const { run } = claim
  const made = await editState(graph.compiled, deps.store.saver, scope, edit)
  const ofRun = edit.namespace === ''
  const reviews = ofRun ? await breakpointsAfter(deps, ref, graph, run, edit, made) : []
  await deps.store.commit(scope, {
    status: 'done',
    ...(ofRun && { head: { checkpoint: made.checkpoint, step: made.step, next: made.tasks.map(({ name }) => name) } }),
    reviews,
    applied: answers.reviews,
    edit: { id: edit.id, made: made.checkpoint },
    started: run.fork !== null,
    sandbox: run.sandbox,
  })
  const moved = ofRun ? { head: made.checkpoint, step: made.step, next: made.tasks.map(({ name }) => name), fork: null } : {}
  return { cursor: await currentCursor(deps, ref, { ...run, ...moved, edit: null }) }
}

async function breakpointsAfter(
  deps: EngineDeps,
  ref: RunRef,
  graph: RegisteredGraph,
  run: Claim['run'],
  { asNode }: PendingEdit,
  { checkpoint, tasks }: { checkpoint: string; tasks: { id: string; name: string }[] },
): Promise<NewReview[]> {
  if (asNode !== null) return breakpointOf(graph, checkpoint, { from: [asNode], next: tasks.map(({ name }) => name) })
  return (await metAgain(deps, ref, graph, run)).map((review) => ({ ...review, checkpoint }))
}
