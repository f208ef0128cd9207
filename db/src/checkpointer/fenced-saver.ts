import { AsyncLocalStorage } from 'node:async_hooks'
import type { RunnableConfig } from '@langchain/core/runnables'
import type {
  ChannelVersions,
  PendingWrite as ChannelWrite,
  Checkpoint,
  CheckpointMetadata,
  CheckpointTuple,
} from '@langchain/langgraph-checkpoint'
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres'
import type pg from 'pg'
import { CHECKPOINT_SCHEMA } from '../schema/namespace.ts'
import type { AttemptScope, Statement } from './attempt-scope.ts'
import { recordingPool } from './recording-pool.ts'
import { laneOfCheckpoint, laneOfWrites, loadThroughScope, noteWrites, requireScope, supersededError } from './write-policy.ts'

/**
 * LangGraph's PostgresSaver, fenced: every write belongs to the attempt in whose scope it is made (write-policy.ts says which are
 * held back and which are written at once), and only while that attempt holds its task. A write outside any attempt is refused.
 * Reads are PostgresSaver's own.
 */
export class FencedSaver extends PostgresSaver {
  readonly #lane: AsyncLocalStorage<(statements: Statement[]) => Promise<void>>
  readonly #database: pg.Pool
  readonly #insertInjected: string

  constructor(pool: pg.Pool, options: { schema?: string } = {}) {
    const lane = new AsyncLocalStorage<(statements: Statement[]) => Promise<void>>()
    const schema = options.schema ?? CHECKPOINT_SCHEMA
    super(recordingPool(pool, lane), undefined, { schema })
    this.#lane = lane
    this.#database = pool
    const table = `"${schema}".checkpoint_writes`
    this.#insertInjected = `
      insert into ${table} (thread_id, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, blob)
      select $1, '', $2, $3, coalesce(max(idx), -1) + 1, $4, $5, $6 from ${table}
       where thread_id = $1 and checkpoint_ns = '' and checkpoint_id = $2 and task_id = $3 and idx >= 0`
  }

  override getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    return loadThroughScope(config, (asked) => super.getTuple(asked))
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const take = this.#lanes(requireScope())[laneOfCheckpoint(config)]
    return this.#lane.run(take, () => super.put(config, checkpoint, metadata, newVersions))
  }

  override async putWrites(config: RunnableConfig, writes: ChannelWrite[], taskId: string): Promise<void> {
    const scope = requireScope()
    const lane = laneOfWrites(config, writes)
    if (lane === 'drop') return
    noteWrites(scope, config, writes, taskId)
    await this.#lane.run(this.#lanes(scope)[lane], () => super.putWrites(config, writes, taskId))
  }

  /**
   * Adds writes to the head checkpoint that did not come from a task's run: a state edit, a skip. LangGraph sees them when it
   * loads the head; they are stored with the attempt. Repeating it in one scope adds them again.
   */
  async inject(scope: AttemptScope, task: string, writes: [channel: string, value: unknown][]): Promise<void> {
    const { run, checkpoint } = scope.attempt
    for (const [channel, value] of writes) {
      const [type, blob] = await this.serde.dumpsTyped(value)
      scope.injected.push([task, channel, value])
      scope.held.push({ sql: this.#insertInjected, values: [run, checkpoint, task, channel, type, blob] })
    }
  }

  #lanes(scope: AttemptScope) {
    return {
      hold: async (statements: Statement[]) => void scope.held.push(...statements),
      now: (statements: Statement[]) => this.#writeNow(scope, statements),
    }
  }

  async #writeNow(scope: AttemptScope, statements: Statement[]): Promise<void> {
    const { run, checkpoint, task, fence, token } = scope.attempt
    const client = await this.#database.connect()
    try {
      await client.query('BEGIN')
      const { rowCount } = await client.query(
        `select 1 from countersign.attempts
          where run = $1 and checkpoint = $2 and task = $3 and fence = $4 and token = $5 and status = 'running' for no key update`,
        [run, checkpoint, task, fence, token],
      )
      if (rowCount !== 1) throw supersededError(scope.attempt)
      for (const { sql, values } of statements) await client.query(sql, values)
      await client.query('COMMIT')
    } catch (error) {
      await client.query('ROLLBACK')
      throw error
    } finally {
      client.release()
    }
  }
}
