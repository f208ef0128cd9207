import type { Stall, StillRun } from '@countersign/db'
import { DEFAULT_QUEUE } from '@countersign/workflows/contract'

/**
 * What Temporal knows of a run's workflow. `unreachable`: it did not answer. `heldSince`: when a worker took the workflow's own task, which
 * it has not answered yet.
 */
export type WorkflowState =
  | { state: 'running'; silentNode: { node: string; since: Date } | null; heldSince: Date | null }
  | { state: 'gone' }
  | { state: 'unreachable' }

export interface Explainer {
  /** Whether somebody serves the task queue. */
  isServed(queue: string): Promise<boolean>
  /** Milliseconds after which a workflow's task that nobody has answered counts as lost. */
  held: number
  /** Asked only where Postgres alone does not say it; null: not now, too many were asked for. */
  askTemporal(run: StillRun): Promise<WorkflowState | null>
}

/** Not before, in milliseconds: a decision, a start, an attempt may take so long. Named within 30 s all the same. */
const LATE_ANSWER = 24_000
const LATE_START = 14_000
/** In `data`: the worker was lost with the workflow's own task. The watchdog then begins the execution anew. */
export const HELD_WORKFLOW = 'workflowTask'

export type Explained = Pick<Stall, 'reason' | 'data' | 'since'>

/** Why nothing moves a run that has not moved for some seconds; null where something does. */
export async function explainStillRun(run: StillRun, explainer: Explainer): Promise<Explained | null> {
  if (run.attempts.some(({ worker }) => worker === 'alive')) return null
  const unserved = await findUnserved(run, explainer)
  if (unserved) return { reason: 'no_worker', data: unserved, since: run.movedAt }
  const temporal = await explainer.askTemporal(run)
  const held = temporal?.state === 'running' ? temporal.heldSince : null
  if (held && Date.now() - held.getTime() > explainer.held)
    return { reason: 'heartbeat_lost', data: { node: run.next.join(', '), [HELD_WORKFLOW]: 'lost' }, since: later(held, run.movedAt) }
  const silent = run.attempts.find(({ worker }) => worker === 'silent')
  if (silent) return { reason: 'heartbeat_lost', data: { node: silent.node, worker: silent.name }, since: run.movedAt }
  return byTemporal(run, temporal) ?? byOutbox(run, temporal)
}

/** The queue that the run needs and nobody serves: that of what runs next, or of its workflow. */
async function findUnserved({ next, queues }: StillRun, { isServed }: Explainer): Promise<Record<string, string> | null> {
  if (!(await isServed(DEFAULT_QUEUE))) return { queue: DEFAULT_QUEUE }
  for (const node of next) {
    const queue = queues[node]
    if (queue !== undefined && !(await isServed(queue))) return { queue, node }
  }
  return null
}

function byTemporal(run: StillRun, temporal: WorkflowState | null): Explained | null {
  if (temporal?.state === 'gone' && run.status === 'running' && run.startOwed === null) {
    return { reason: 'workflow_lost', data: {}, since: run.movedAt }
  }
  if (temporal?.state === 'running' && temporal.silentNode) {
    const { node, since } = temporal.silentNode
    return { reason: 'heartbeat_lost', data: { node }, since: later(since, run.movedAt) }
  }
  return null
}

function byOutbox(run: StillRun, temporal: WorkflowState | null): Explained | null {
  const { answerOwed, answer, startOwed, startError, movedAt, now } = run
  const owedFor = (since: Date) => now.getTime() - since.getTime()
  if (startOwed && owedFor(startOwed) > LATE_START && temporal?.state !== 'running') {
    return { reason: 'not_started', data: startError === null ? {} : { why: startError.slice(0, 200) }, since: later(startOwed, movedAt) }
  }
  if (answerOwed && owedFor(answerOwed) > LATE_ANSWER) {
    return { reason: 'decided_not_resumed', data: answer === null ? {} : { review: answer }, since: later(answerOwed, movedAt) }
  }
  return null
}

const later = (a: Date, b: Date): Date => (a > b ? a : b)
