import { AsyncLocalStorage } from 'node:async_hooks'
import type { CheckpointTuple } from '@langchain/langgraph-checkpoint'
import type { WideStep } from './wide-step.ts'

/** The attempt that holds the fence of one task: only it may write to the run's thread. */
export interface AttemptRef {
  tenant: string
  run: string
  /** The run's head checkpoint when the attempt was claimed; empty before the first one. */
  checkpoint: string
  task: string
  fence: number
  token: string
}

export interface Statement {
  /** Given to statements that are always the same: Postgres plans them once per connection. */
  name?: string
  text: string
  values: unknown[]
}

/** A pending write as LangGraph keeps it: task id, channel, value. */
export type PendingWrite = [task: string, channel: string, value: unknown]

/**
 * What one attempt is about to write to the root namespace. Statements are held back until the engine commits them
 * together with the run's row, its reviews and its outbox; a failed attempt simply drops them.
 */
export interface AttemptScope {
  attempt: AttemptRef
  held: Statement[]
  /** Root-namespace writes of this attempt, by task, as LangGraph handed them over. */
  writes: PendingWrite[]
  /** The head as it was loaded. */
  head: CheckpointTuple | undefined
  /** Writes that LangGraph is to see on the head although they are not committed yet (edits, skips). */
  injected: PendingWrite[]
  /** Given where the superstep is wide: LangGraph sees of its head only what the pass needs. */
  wide?: WideStep
  /** The attempt changes the state itself: everything is held back, of subgraphs too, and what it made is read back from here, by namespace. */
  made?: Map<string, CheckpointTuple>
}

export const attemptScope = new AsyncLocalStorage<AttemptScope>()

export function newAttemptScope(attempt: AttemptRef): AttemptScope {
  return { attempt, held: [], writes: [], head: undefined, injected: [] }
}
