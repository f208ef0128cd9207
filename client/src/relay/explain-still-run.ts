import type { Stall, StillRun } from '@countersign/db'
import { DEFAULT_QUEUE } from '@countersign/workflows/contract'

/** What Temporal knows of a run's workflow. `unreachable`: it did not answer. */
export type WorkflowState =
  | { state: 'running'; silentNode: { node: string; since: Date } | null }
  | { state: 'gone' }
  | { state: 'unreachable' }

export interface Explainer {
  /** Whether somebody serves the task queue. */
  isServed(queue: string): Promise<boolean>
  /** Asked only where Postgres alone does not say it; null: not now, too many were asked for. */
  askTemporal(run: StillRun): Promise<WorkflowState | null>
}

/** Not before, in milliseconds: a decision, a start, an attempt may take so long. Named within 30 s all the same. */
const LATE_ANSWER = 24_000
const LATE_START = 14_000

export type Explained = Pick<Stall, 'reason' | 'data' | 'since'>

/** Why nothing moves a run that has not moved for some seconds; null where something does. */
export async function explainStillRun(run: StillRun, explainer: Explainer): Promise<Explained | null> {
  if (run.attempts.some(({ worker }) => worker === 'alive')) return null
  const unserved = await findUnserved(run, explainer)
  if (unserved) return { reason: 'no_worker', data: unserved, since: run.movedAt }
  const silent = run.attempts.find(({ worker }) => worker === 'silent')
  if (silent) return { reason: 'heartbeat_lost', data: { node: silent.node, worker: silent.name }, since: run.movedAt }
  const temporal = await explainer.askTemporal(run)
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
