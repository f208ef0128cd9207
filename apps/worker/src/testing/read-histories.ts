import type { Client, WorkflowHandle } from '@temporalio/client'

type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>

/** One execution of a workflow that may have continued as new. */
export interface Execution {
  runId: string
  events: readonly object[]
  /** The events as the server sent them: what replay takes. */
  history: History
}

/** Reads the whole chain of executions, from the given first one on. */
export async function readHistories(client: Client, workflowId: string, firstRunId: string): Promise<Execution[]> {
  const executions: Execution[] = []
  for (let runId: string | null | undefined = firstRunId; runId; ) {
    const history: History = await client.workflow.getHandle(workflowId, runId).fetchHistory()
    const events: NonNullable<History['events']> = history.events ?? []
    executions.push({ runId, events, history })
    runId = events.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId
  }
  return executions
}

/** The sizes in bytes of every payload and every text anywhere in the events. */
export function measurePayloads(value: unknown): number[] {
  if (typeof value === 'string') return [Buffer.byteLength(value)]
  if (value instanceof Uint8Array) return [value.byteLength]
  if (Array.isArray(value)) return value.flatMap(measurePayloads)
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(measurePayloads)
}
