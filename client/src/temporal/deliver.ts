import {
  type BatchRef,
  batchWorkflowId,
  CANCEL_SIGNAL,
  CLOCK_SIGNAL,
  DECIDED_SIGNAL,
  DEFAULT_QUEUE,
  type ReviewRef,
  type RunRef,
  reviewClockWorkflowId,
  runWorkflowId,
  WORKFLOWS,
} from '@countersign/workflows/contract'
import { type Client, WorkflowNotFoundError, type WorkflowStartOptions } from '@temporalio/client'

type GraphRunStart = WorkflowStartOptions & { args: [RunRef] }

/** A message that Temporal is owed. Delivering it twice is harmless. */
export type Message =
  | (RunRef & ({ topic: 'start' } | { topic: 'cancel' } | { topic: 'decided'; review: string } | { topic: 'edited'; review: string }))
  | ({ topic: 'clock' } & ReviewRef)
  | ({ topic: 'batch' } & BatchRef)

/**
 * Delivers one message: starts the workflow it is for, or signals it. A signal starts the workflow again where Temporal has lost it:
 * Postgres is the truth, the workflow only a cursor over it. Rejects when Temporal does not take the message; safe to retry.
 */
export async function deliver(client: Client, message: Message): Promise<void> {
  switch (message.topic) {
    case 'start':
      await client.workflow.start(WORKFLOWS.graphRun, graphRun(message))
      return
    case 'decided':
      await signalDecided(client, graphRun(message), message.review)
      return
    case 'edited':
      // No review has this name: the workflow looks in Postgres where the run stands.
      await signalDecided(client, graphRun(message), message.review)
      return
    case 'cancel':
      await client.workflow.signalWithStart(WORKFLOWS.graphRun, { ...graphRun(message), signal: CANCEL_SIGNAL, signalArgs: [] })
      return
    case 'clock':
      await signalClock(client, message)
      return
    case 'batch':
      await startBatch(client, message)
  }
}

/** One open execution per workflow id; a closed one may be followed by another. */
const SHARED = {
  taskQueue: DEFAULT_QUEUE,
  workflowIdReusePolicy: 'ALLOW_DUPLICATE',
  workflowIdConflictPolicy: 'USE_EXISTING',
  // A worker that is killed in the middle of a quick node is noticed after this long.
  workflowTaskTimeout: '3 seconds',
} as const

const graphRun = ({ tenant, run }: RunRef): GraphRunStart => ({
  ...SHARED,
  workflowId: runWorkflowId(tenant, run),
  args: [{ tenant, run }],
})

/**
 * Ends a run's execution and begins another, which goes on from Postgres; what it missed is delivered again. For one that Temporal would
 * leave alone for minutes: after several workers were lost in the same workflow task, the next that is lost is waited for up to ten minutes.
 */
export async function restartRun(client: Client, ref: RunRef): Promise<void> {
  await client.workflow.start(WORKFLOWS.graphRun, { ...graphRun(ref), workflowIdConflictPolicy: 'TERMINATE_EXISTING' })
}

/** A plain signal is quicker for Temporal; a workflow that is not there any more is started again with it. */
async function signalDecided(client: Client, workflow: GraphRunStart, review: string): Promise<void> {
  try {
    await client.workflow.getHandle(workflow.workflowId).signal(DECIDED_SIGNAL, review)
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error
    await client.workflow.signalWithStart(WORKFLOWS.graphRun, { ...workflow, signal: DECIDED_SIGNAL, signalArgs: [review] })
  }
}

async function signalClock(client: Client, { tenant, run, review }: ReviewRef): Promise<void> {
  const clock: WorkflowStartOptions & { args: [ReviewRef] } = {
    ...SHARED,
    workflowId: reviewClockWorkflowId(tenant, review),
    args: [{ tenant, run, review }],
  }
  await client.workflow.signalWithStart(WORKFLOWS.reviewClock, { ...clock, signal: CLOCK_SIGNAL, signalArgs: [] })
}

async function startBatch(client: Client, { tenant, batch }: BatchRef): Promise<void> {
  const workflow: WorkflowStartOptions & { args: [BatchRef] } = {
    ...SHARED,
    workflowId: batchWorkflowId(tenant, batch),
    args: [{ tenant, batch }],
  }
  await client.workflow.start(WORKFLOWS.decideBatch, workflow)
}
