import { CANCEL_SIGNAL, DECIDED_SIGNAL, DEFAULT_QUEUE, type RunRef, runWorkflowId, WORKFLOWS } from '@countersign/workflows/contract'
import { type Client, WorkflowNotFoundError, type WorkflowStartOptions } from '@temporalio/client'

type GraphRunStart = WorkflowStartOptions & { args: [RunRef] }

/** A message that Temporal is owed. Delivering it twice is harmless. */
export type Message = RunRef & ({ topic: 'start' } | { topic: 'cancel' } | { topic: 'decided'; review: string })

/**
 * Delivers one message: starts the run's workflow, or signals it. A signal starts the workflow again where Temporal has lost it:
 * Postgres is the truth, the workflow only a cursor over it. Rejects when Temporal does not take the message; safe to retry.
 */
export async function deliver(client: Client, message: Message): Promise<void> {
  const workflow: GraphRunStart = {
    taskQueue: DEFAULT_QUEUE,
    workflowId: runWorkflowId(message.tenant, message.run),
    args: [{ tenant: message.tenant, run: message.run }],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
    // A worker that is killed in the middle of a quick node is noticed after this long.
    workflowTaskTimeout: '3 seconds',
  }
  switch (message.topic) {
    case 'start':
      await client.workflow.start(WORKFLOWS.graphRun, workflow)
      return
    case 'decided':
      await signalDecided(client, workflow, message.review)
      return
    case 'cancel':
      await client.workflow.signalWithStart(WORKFLOWS.graphRun, { ...workflow, signal: CANCEL_SIGNAL, signalArgs: [] })
  }
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
