import { AsyncLocalStorage } from 'node:async_hooks'
import type { RunnableConfig } from '@langchain/core/runnables'

/** What a node may know of the run it works for. */
export interface RunContext {
  tenant: string
  run: string
  checkpoint: string
  task: string
  node: string
  /** 1 for the first attempt of this task. */
  attempt: number
  /** `run/task`: the same for every attempt of a task, another one in a fork. Key outside effects by it. */
  effectKey: string
  /** Who started the run. */
  by: string
  /** The document that the run is about; null where there is none. */
  document: string | null
  /** A replay: the run tries code or a model on what another run worked on, and must leave no trace outside its own state. */
  sandbox: boolean
  /**
   * Writes outside of the state: `write` is called, and its answer given back. In a replay it is not called: what it would have written is
   * recorded with the run under `name` as `data` (JSON, ids and values that are worth comparing), and the answer is null.
   * Does not make `write` safe to repeat: key it by `effectKey`.
   */
  effect<T>(name: string, data: unknown, write: () => Promise<T>): Promise<T | null>
  /** Tells Temporal that a long node is alive; the engine also does so by itself while the process lives. */
  heartbeat(details?: unknown): void
  /** Aborted when the run is cancelled, the attempt timed out, or the worker shuts down. */
  signal: AbortSignal
}

export const runContextStore = new AsyncLocalStorage<RunContext>()

/**
 * The context of the run a node works for. Outside of the engine (a test that invokes the graph by itself) it is read from
 * `config.configurable.countersign`; throws an Error that says so when there is neither.
 */
export function runContext(config?: RunnableConfig): RunContext {
  const given: unknown = config?.configurable?.countersign
  const context = runContextStore.getStore() ?? (isRunContext(given) ? given : undefined)
  if (!context) throw new Error('No run context: run the graph through the engine, or pass configurable.countersign.')
  // Without the engine nothing is a replay.
  return { ...OUTSIDE, ...context }
}

const OUTSIDE: Pick<RunContext, 'sandbox' | 'effect'> = { sandbox: false, effect: (_name, _data, write) => write() }

function isRunContext(value: unknown): value is RunContext {
  return typeof value === 'object' && value !== null && 'run' in value && 'effectKey' in value
}
