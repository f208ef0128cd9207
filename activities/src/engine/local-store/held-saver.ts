import {
  type AttemptScope,
  laneOfCheckpoint,
  laneOfWrites,
  loadThroughScope,
  noteCheckpoint,
  noteWrites,
  requireScope,
  type StepSaver,
} from '@countersign/db'
import type { RunnableConfig } from '@langchain/core/runnables'
import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type PendingWrite as ChannelWrite,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
} from '@langchain/langgraph-checkpoint'

/** Holds an attempt's writes back before any of LangGraph's savers, under the same rules as the fenced one. */
export class HeldSaver extends BaseCheckpointSaver implements StepSaver {
  readonly #inner: BaseCheckpointSaver
  readonly #held = new WeakMap<AttemptScope, (() => Promise<unknown>)[]>()

  constructor(inner: BaseCheckpointSaver) {
    super(inner.serde)
    this.#inner = inner
  }

  /** Writes all that the attempt held back, in order. */
  async flush(scope: AttemptScope): Promise<void> {
    for (const write of this.#held.get(scope) ?? []) await write()
    this.#held.delete(scope)
  }

  override getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    return loadThroughScope(config, (asked) => this.#inner.getTuple(asked))
  }

  override list(config: RunnableConfig, options?: CheckpointListOptions): AsyncGenerator<CheckpointTuple> {
    return this.#inner.list(config, options)
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    versions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const write = () => this.#inner.put(config, checkpoint, metadata, versions)
    const scope = requireScope()
    if (laneOfCheckpoint(scope, config) === 'now') return write()
    this.#hold(scope, write)
    noteCheckpoint(scope, config, checkpoint, metadata)
    return { configurable: { ...config.configurable, checkpoint_id: checkpoint.id } }
  }

  override async putWrites(config: RunnableConfig, writes: ChannelWrite[], taskId: string): Promise<void> {
    const scope = requireScope()
    const lane = laneOfWrites(scope, config, writes)
    if (lane === 'drop') return
    noteWrites(scope, config, writes, taskId)
    const write = () => this.#inner.putWrites(config, writes, taskId)
    if (lane === 'now') await write()
    else this.#hold(scope, write)
  }

  async inject(scope: AttemptScope, task: string, writes: [channel: string, value: unknown][]): Promise<void> {
    const { run, checkpoint } = scope.attempt
    const config = { configurable: { thread_id: run, checkpoint_ns: '', checkpoint_id: checkpoint } }
    scope.injected.push(...writes.map(([channel, value]): [string, string, unknown] => [task, channel, value]))
    this.#hold(scope, () => this.#inner.putWrites(config, writes, task))
  }

  override deleteThread(threadId: string): Promise<void> {
    return this.#inner.deleteThread(threadId)
  }

  override getNextVersion(current: number | undefined): number {
    return this.#inner.getNextVersion(current)
  }

  #hold(scope: AttemptScope, write: () => Promise<unknown>): void {
    const held = this.#held.get(scope)
    if (held) held.push(write)
    else this.#held.set(scope, [write])
  }
}
