// No import of values here: this file is part of the workflow bundle.
import type { NodePolicy } from './node-policy.ts'

/** Default task queue: workflows and every node that names no queue of its own. */
export const DEFAULT_QUEUE = 'countersign'

/** Workflow type names, as registered with Temporal. */
export const WORKFLOWS = { graphRun: 'graphRun', retrieve: 'retrieve', reviewClock: 'reviewClock', decideBatch: 'decideBatch' } as const

/** Signal that a review was decided; carries ids only. Sending it twice is harmless. */
export const DECIDED_SIGNAL = 'decided'

/** Signal that asks a run to stop; it ends as `cancelled` after the node under way has stopped. */
export const CANCEL_SIGNAL = 'cancelRun'

/** Tasks of one node that can run now: ids, and how they are to be run. */
export interface TaskGroup {
  node: string
  policy: NodePolicy
  tasks: string[]
}

/** A task that waits for a person: the review that must be decided before it can run. */
export interface Wait {
  task: string
  node: string
  policy: NodePolicy
  review: string
}

/**
 * Where a run stands; all that its workflow ever holds of it. Ids, node names and small enums,
 * never state. Stays small: at most {@link CURSOR_WINDOW} tasks are listed at a time.
 */
export interface Cursor {
  status: 'running' | 'done'
  graph: string
  checkpoint: string
  step: number
  ready: TaskGroup[]
  /** Tasks that wait for a person; where there are more than {@link CURSOR_WINDOW}, the first of them. */
  waits: Wait[]
  /** How many tasks waited when the cursor was made, listed or not. */
  waiting: number
  /** More tasks of this superstep are ready than are listed; ask again when these are finished. */
  more: boolean
}

/** At most this many tasks of a superstep are handed to the workflow at once. */
export const CURSOR_WINDOW = 50

/** Code of a failure that is nobody's fault: the worker was stopped (a deployment) while the node ran. */
export const WORKER_SHUTDOWN = 'worker_shutdown'

export interface RunRef {
  tenant: string
  run: string
}

/** What the workflow passes to a node's activity, `<graph>.<node>`. Answers of people are found in Postgres. */
export interface TaskCall extends RunRef {
  checkpoint: string
  task: string
}

/**
 * What a node's activity answers: the next cursor where it committed the superstep;
 * else `task`: the task's writes are kept, the superstep is still open; or the reviews it now waits for.
 */
export type TaskResult = { cursor: Cursor } | { written: true } | { waits: Wait[] }

/** Why a node gave up, in small words; the full error is in Postgres. */
export interface NodeFailure extends RunRef {
  checkpoint: string
  task: string
  node: string
  code: string
  message: string
}

/** Input of the graphRun workflow. `cursor` and `decided` are set when it continues as new. */
export interface GraphRunInput extends RunRef {
  cursor?: Cursor
  decided?: string[]
}

/** Input and result of the retrieve workflow: the question, and ids with scores, never text. */
export interface RetrieveInput {
  tenant: string
  query: string
  limit: number
}
export interface RetrieveHit {
  chunk: string
  score: number
  vector?: number
  text?: number
}
