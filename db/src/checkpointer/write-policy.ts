import { CountersignError } from '@countersign/workflows/contract'
import type { RunnableConfig } from '@langchain/core/runnables'
import {
  type PendingWrite as ChannelWrite,
  type Checkpoint,
  type CheckpointMetadata,
  type CheckpointTuple,
  ERROR,
  INTERRUPT,
} from '@langchain/langgraph-checkpoint'
import { type AttemptRef, type AttemptScope, attemptScope } from './attempt-scope.ts'
import { narrowHead } from './wide-step.ts'

const isRoot = (config: RunnableConfig) => !config.configurable?.checkpoint_ns

/**
 * What becomes of an attempt's writes:
 * - `hold`: the root namespace's, until the engine commits them with the run's row and its reviews. Interrupts of a subgraph too.
 * - `now`: a subgraph's, in a fenced transaction of their own, so that what a subgraph finished survives a crash.
 *   Those of an attempt that edits the state are held back whatever they belong to.
 * - `drop`: errors. The attempt's row tells them; left in LangGraph's tables, a repeated attempt would find its answers half used.
 */
export function laneOfWrites({ made }: AttemptScope, config: RunnableConfig, writes: readonly ChannelWrite[]): 'hold' | 'now' | 'drop' {
  if (writes.some(([channel]) => channel === ERROR)) return 'drop'
  if (made) return 'hold'
  return isRoot(config) || writes.some(([channel]) => channel === INTERRUPT) ? 'hold' : 'now'
}

/** What becomes of a checkpoint. Throws where a pass that did not see what the other tasks brought would commit their superstep. */
export function laneOfCheckpoint({ attempt, wide, made }: AttemptScope, config: RunnableConfig): 'hold' | 'now' {
  if (made) return 'hold'
  if (!isRoot(config)) return 'now'
  if (!wide?.own) return 'hold'
  const { run, checkpoint } = attempt
  throw new CountersignError('internal', 'A pass over one task of a wide superstep was about to commit all of it.', { run, checkpoint })
}

/** Remembers a root-namespace write, so that the engine can tell a finished task from one that waits. */
export function noteWrites(scope: AttemptScope, config: RunnableConfig, writes: readonly ChannelWrite[], task: string): void {
  if (isRoot(config)) for (const [channel, value] of writes) scope.writes.push([task, String(channel), value])
}

/** Remembers a checkpoint that an edit made, so that it can be read before it is committed. */
export function noteCheckpoint(
  scope: AttemptScope,
  { configurable }: RunnableConfig,
  checkpoint: Checkpoint,
  metadata: CheckpointMetadata,
): void {
  const { thread_id: thread, checkpoint_ns: namespace = '', checkpoint_id: parent } = configurable ?? {}
  const at = (id: string) => ({ configurable: { thread_id: thread, checkpoint_ns: namespace, checkpoint_id: id } })
  const parentConfig = parent === undefined ? undefined : at(parent)
  scope.made?.set(namespace, { config: at(checkpoint.id), checkpoint, metadata, parentConfig, pendingWrites: [] })
}

/** The scope a write belongs to; throws `superseded` where there is none. */
export function requireScope(): AttemptScope {
  const scope = attemptScope.getStore()
  if (!scope)
    throw new CountersignError(
      'superseded',
      'A checkpoint was written outside of an attempt; only the attempt that holds a task may write.',
    )
  return scope
}

/**
 * Loads a tuple; the head of an attempt's own thread must be the checkpoint the attempt was claimed for, and shows the writes
 * that were injected into it; that of a wide superstep shows only what the pass needs. What an edit made is there before it is committed.
 */
export async function loadThroughScope(
  config: RunnableConfig,
  load: (config: RunnableConfig) => Promise<CheckpointTuple | undefined>,
): Promise<CheckpointTuple | undefined> {
  const scope = attemptScope.getStore()
  const made = config.configurable?.checkpoint_id === undefined && scope?.made?.get(config.configurable?.checkpoint_ns ?? '')
  if (made) return made
  const tuple = await load(config)
  if (!scope || !isRoot(config) || config.configurable?.checkpoint_id !== undefined) return tuple
  if ((tuple?.checkpoint.id ?? '') !== scope.attempt.checkpoint) throw supersededError(scope.attempt)
  scope.head = tuple
  if (tuple && scope.injected.length > 0) tuple.pendingWrites = [...(tuple.pendingWrites ?? []), ...scope.injected]
  return tuple && scope.wide ? narrowHead(tuple, scope.wide) : tuple
}

/** The error of an attempt that lost the fence. */
export function supersededError({ run, task, fence }: AttemptRef): CountersignError {
  return new CountersignError(
    'superseded',
    `Attempt ${fence} of task ${task} of run ${run} was replaced by a newer one; it wrote nothing.`,
    { run, task, fence },
  )
}
