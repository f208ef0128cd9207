import { CANCEL_SIGNAL, DECIDED_SIGNAL, DEFAULT_QUEUE, type RunRef, runWorkflowId, WORKFLOWS } from '@countersign/workflows/contract'
import type { Client } from '@temporalio/client'

/** A message that Temporal is owed. Delivering it twice is harmless. */
export type Message = RunRef & ({ topic: 'start' } | { topic: 'cancel' } | { topic: 'decided'; review: string })

/**
 * Delivers one message: starts the run's workflow, or signals it. A signal starts the workflow again where Temporal has lost it:
 * Postgres is the truth, the workflow only a cursor over it. Rejects when Temporal does not take the message; safe to retry.
 */
export async function deliver(client: Client, message: Message): Promise<void> {
  const workflow = {
    taskQueue: DEFAULT_QUEUE,
    workflowId: runWorkflowId(message.tenant, message.run),
    args: [{ tenant: message.tenant, run: message.run }],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
    workflowIdConflictPolicy: 'USE_EXISTING' as const,
    // A worker that is killed in the middle of a quick node is noticed after this long.
    workflowTaskTimeout: '4 seconds' as const,
  }
  switch (message.topic) {
    case 'start':
      await client.workflow.start(WORKFLOWS.graphRun, workflow)
      return
    case 'decided':
      await client.workflow.signalWithStart(WORKFLOWS.graphRun, { ...workflow, signal: DECIDED_SIGNAL, signalArgs: [message.review] })
      return
    case 'cancel':
      await client.workflow.signalWithStart(WORKFLOWS.graphRun, { ...workflow, signal: CANCEL_SIGNAL, signalArgs: [] })
  }
}
