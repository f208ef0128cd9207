import type { StepReview } from '@countersign/db'
import { CURSOR_WINDOW, type Cursor, type NodePolicy, type TaskGroup, type Wait } from '@countersign/workflows/contract'
import { ADVANCE, ADVANCE_POLICY } from './pseudo-tasks.ts'
import type { StepView } from './step-pass.ts'

interface CursorInput {
  graph: string
  policies: Map<string, NodePolicy>
  view: StepView
  /** Tasks whose writes are kept already. */
  written: ReadonlySet<string>
  reviews: readonly StepReview[]
}

/** What the workflow needs to know of a superstep: which tasks are ready, which wait; never more than the window of each. */
export function makeCursor({ graph, policies, view, written, reviews }: CursorInput): Cursor {
  const policyOf = (node: string) => (node === ADVANCE ? ADVANCE_POLICY : (policies.get(node) ?? {}))
  const answered = new Set(reviews.filter(({ open }) => !open).map(({ task }) => task))
  const waits: Wait[] = reviews
    .filter(({ open, task }) => open && !answered.has(task))
    .map(({ id, task, node }) => ({ task, node, policy: policyOf(node), review: id }))
  const waiting = new Set(waits.map(({ task }) => task))
  const atBreakpoint = waiting.has(ADVANCE) || answered.has(ADVANCE)
  const open = atBreakpoint ? [] : view.tasks.filter(({ id }) => !written.has(id) && !waiting.has(id))
  return {
    status: view.tasks.length === 0 ? 'done' : 'running',
    graph,
    checkpoint: view.checkpoint,
    step: view.step,
    ready: groupByNode(open.slice(0, CURSOR_WINDOW), policyOf),
    waits: waits.slice(0, CURSOR_WINDOW),
    waiting: waiting.size,
    more: open.length > CURSOR_WINDOW,
  }
}

function groupByNode(tasks: StepView['tasks'], policyOf: (node: string) => NodePolicy): TaskGroup[] {
  const groups = new Map<string, TaskGroup>()
  for (const { id, name } of tasks) {
    const group = groups.get(name) ?? { node: name, policy: policyOf(name), tasks: [] }
    group.tasks.push(id)
    groups.set(name, group)
  }
  return [...groups.values()]
}
