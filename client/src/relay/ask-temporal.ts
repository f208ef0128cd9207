import type { StillRun, WorkerRow } from '@countersign/db'
import { runWorkflowId } from '@countersign/workflows/contract'
import { type Client, WorkflowNotFoundError } from '@temporalio/client'
import type { WorkflowState } from './explain-still-run.ts'

type Description = Awaited<ReturnType<ReturnType<Client['workflow']['getHandle']>['describe']>>
type PendingActivity = NonNullable<Description['raw']['pendingActivities']>[number]

const DEADLINE = 3_000
/** Temporal's workers ask for work once a minute at least. */
const POLL_MS = 75_000
/** A node beats three times within its heartbeat timeout; the SDK holds back what comes more often. */
const SILENT_MS = 26_000
/** `PENDING_ACTIVITY_STATE_STARTED` and `PENDING_WORKFLOW_TASK_STATE_STARTED` of Temporal's API. */
const STARTED = 2

/**
 * Whether a worker serves a task queue: one that has told Postgres so lately; else one that Temporal has heard of and that is none of those
 * which have fallen silent. Throws where Temporal does not answer.
 */
export async function isQueueServed(client: Client, queue: string, workers: readonly WorkerRow[]): Promise<boolean> {
  if (workers.some(({ alive, queues }) => alive && queues.includes(queue))) return true
  const silent = new Set(workers.filter(({ alive }) => !alive).map(({ id }) => id))
  const pollers = await readPollers(client, queue)
  return pollers.some(({ id, seenAt }) => !silent.has(id) && Date.now() - seenAt < POLL_MS)
}

/** Who has asked Temporal for work of a queue lately: nodes and workflows. */
async function readPollers(client: Client, queue: string): Promise<{ id: string; seenAt: number }[]> {
  const { workflowService: service, options } = client
  const ask = (taskQueueType: number) =>
    client.withDeadline(Date.now() + DEADLINE, () =>
      service.describeTaskQueue({ namespace: options.namespace, taskQueue: { name: queue }, taskQueueType }),
    )
  const answers = await Promise.all([ask(1), ask(2)])
  return answers
    .flatMap(({ pollers }) => pollers ?? [])
    .map(({ identity, lastAccessTime }) => ({ id: identity ?? '', seenAt: Number(lastAccessTime?.seconds ?? 0) * 1000 }))
}

/** What Temporal knows of a run's workflow. */
export async function describeRun(client: Client, { tenant, run }: Pick<StillRun, 'tenant' | 'run'>): Promise<WorkflowState> {
  try {
    const handle = client.workflow.getHandle(runWorkflowId(tenant, run))
    const { status, raw } = await client.withDeadline(Date.now() + DEADLINE, () => handle.describe())
    if (status.name !== 'RUNNING' && status.name !== 'CONTINUED_AS_NEW') return { state: 'gone' }
    return { state: 'running', silentNode: findSilent(raw.pendingActivities ?? []), heldSince: heldSince(raw.pendingWorkflowTask) }
  } catch (error) {
    return { state: error instanceof WorkflowNotFoundError ? 'gone' : 'unreachable' }
  }
}

function findSilent(activities: PendingActivity[]): { node: string; since: Date } | null {
  for (const { state, activityType, lastHeartbeatTime, lastStartedTime } of activities) {
    const seconds = Number((lastHeartbeatTime ?? lastStartedTime)?.seconds ?? 0)
    if (state !== STARTED || seconds === 0 || Date.now() - seconds * 1000 < SILENT_MS) continue
    return { node: activityType?.name?.split(/\.(.*)/s)[1] ?? '', since: new Date(seconds * 1000) }
  }
  return null
}

/** Since when a worker has had the workflow's own task. One that lives answers every few seconds. */
function heldSince(task: Description['raw']['pendingWorkflowTask']): Date | null {
  const seconds = Number(task?.startedTime?.seconds ?? 0)
  return task?.state === STARTED && seconds > 0 ? new Date(seconds * 1000) : null
}
