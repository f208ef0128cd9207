import { CountersignError, ERROR_CODES } from '@countersign/workflows/contract'
import { Command, type LangGraphRunnableConfig } from '@langchain/langgraph'
import { runContext } from '../../engine/run-context.ts'
import type { IngestStateType, IngestUpdate } from './state.ts'

type Node = (state: IngestStateType, config: LangGraphRunnableConfig) => Promise<IngestUpdate>

/**
 * A node of a branch whose lasting errors go to the branch's error handler by way of the state. What a retry may mend is thrown, so
 * that Temporal repeats the node.
 */
export function caught(name: string, node: Node): Node {
  return async (state, config) => {
    try {
      return await node(state, config)
    } catch (error) {
      if (!(error instanceof CountersignError) || ERROR_CODES[error.code].retryable) throw error
      const { code, message, details } = error
      return { error: { node: name, code, message, details } }
    }
  }
}

/** Where a branch goes on after a node that is {@link caught}: `next`, or to the handler. */
export const orError =
  <Next extends string, Handler extends string>(next: Next, handler: Handler) =>
  (state: IngestStateType): Next | Handler =>
    state.error ? handler : next

/**
 * The end of a branch of which nothing could be read: the run is parked with the error. When a person has it tried again, the branch
 * begins anew at `first`.
 */
export function createErrorHandler(first: string) {
  return (state: IngestStateType, config: LangGraphRunnableConfig): Command | IngestUpdate => {
    const { error } = state
    if (error === null || error === undefined) throw new CountersignError('internal', 'The error handler was reached without an error.')
    if (runContext(config).attempt > 1) return new Command({ goto: first, update: { error: null, failed: null } })
    throw new CountersignError(error.code, error.message, { ...error.details, node: error.node })
  }
}
