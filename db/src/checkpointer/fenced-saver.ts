import type { RunnableConfig } from '@langchain/core/runnables'
import {
  type ChannelVersions,
  type PendingWrite as ChannelWrite,
  type Checkpoint,
  type CheckpointMetadata,
  type CheckpointTuple,
  WRITES_IDX_MAP,
} from '@langchain/langgraph-checkpoint'
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres'
import type pg from 'pg'
import { CHECKPOINT_SCHEMA } from '../schema/namespace.ts'
import { type AttemptScope, attemptScope, type Statement } from './attempt-scope.ts'
import { checkpointStatement, injectedWriteStatement, writesStatement } from './checkpoint-statements.ts'
import { withPreparedQueries } from './prepared-queries.ts'
import { blobsOf, type HeadRow, headStatement, writesOf } from './read-head.ts'
import { NULL_TASK } from './wide-step.ts'
import {
  laneOfCheckpoint,
  laneOfWrites,
  loadThroughScope,
  noteCheckpoint,
  noteWrites,
  requireScope,
  supersededError,
} from './write-policy.ts'

/**
 * LangGraph's PostgresSaver, fenced: the same tables and the same serialisation, but every write belongs to the attempt in whose
 * scope it is made (write-policy.ts says which are held back and which are written at once), and only while that attempt holds
 * its task. A write outside any attempt is refused. Reads are PostgresSaver's own, but
 * for an attempt's head (read-head.ts).
 */
export class FencedSaver extends PostgresSaver {
  readonly #pool: pg.Pool
  readonly #schema: string

  constructor(pool: pg.Pool, { schema = CHECKPOINT_SCHEMA }: { schema?: string } = {}) {
    super(withPreparedQueries(pool, 'saver'), undefined, { schema })
    this.#pool = pool
    this.#schema = schema
  }

  override getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const scope = attemptScope.getStore()
    return loadThroughScope(config, (asked) => (scope && isHead(asked) ? this.#head(asked, scope) : super.getTuple(asked)))
  }

  async #head(config: RunnableConfig, { wide, attempt }: AttemptScope): Promise<CheckpointTuple | undefined> {
    const { thread } = placeOf(config)
    const { rows } = await this.#pool.query<HeadRow>(
      headStatement(this.#schema, thread, attempt.checkpoint, wide?.own ? [wide.own, NULL_TASK] : null),
    )
    const [row] = rows
    if (!row) return undefined
    const configOf = (checkpoint: string) => ({ configurable: { thread_id: thread, checkpoint_ns: '', checkpoint_id: checkpoint } })
    return {
      config: configOf(row.id),
      checkpoint: await this._loadCheckpoint(row.checkpoint, blobsOf(row)),
      metadata: await this._loadMetadata(row.metadata),
      parentConfig: row.parent === null ? undefined : configOf(row.parent),
      pendingWrites: await this._loadWrites(writesOf(row)),
    }
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const scope = requireScope()
    const { thread, namespace, checkpoint: parent } = placeOf(config)
    const [blobs, storedMetadata] = await Promise.all([
      this._dumpBlobs(thread, namespace, checkpoint.channel_values, newVersions),
      this._dumpMetadata(metadata),
    ])
    const row: Parameters<typeof checkpointStatement>[2] = [
      thread,
      namespace,
      checkpoint.id,
      parent,
      this._dumpCheckpoint(checkpoint),
      storedMetadata,
    ]
    await this.#write(scope, laneOfCheckpoint(scope, config), checkpointStatement(this.#schema, blobs, row))
    noteCheckpoint(scope, config, checkpoint, metadata)
    return { configurable: { thread_id: thread, checkpoint_ns: namespace, checkpoint_id: checkpoint.id } }
  }

  override async putWrites(config: RunnableConfig, writes: ChannelWrite[], taskId: string): Promise<void> {
    const scope = requireScope()
    const lane = laneOfWrites(scope, config, writes)
    if (lane === 'drop' || writes.length === 0) return
    noteWrites(scope, config, writes, taskId)
    const { thread, namespace, checkpoint } = placeOf(config)
    if (!checkpoint) throw new TypeError('Pending writes need configurable.checkpoint_id.')
    const named = writes.map(([channel, value]): [string, unknown] => [String(channel), value])
    const rows = await this._dumpWrites(thread, namespace, checkpoint, taskId, named)
    const replace = named.every(([channel]) => channel in WRITES_IDX_MAP)
    await this.#write(scope, lane, writesStatement(this.#schema, rows, { replace }))
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
      scope.held.push(injectedWriteStatement(this.#schema, [run, checkpoint, task, channel, type, blob]))
    }
  }

  async #write(scope: AttemptScope, lane: 'hold' | 'now', statement: Statement): Promise<void> {
    if (lane === 'hold') scope.held.push(statement)
    else await this.#writeNow(scope, statement)
  }

  async #writeNow({ attempt }: AttemptScope, statement: Statement): Promise<void> {
    const { run, checkpoint, task, fence, token } = attempt
    const client = await this.#pool.connect()
    try {
      await client.query('BEGIN')
      const { rowCount } = await client.query(
        `select 1 from countersign.attempts
          where run = $1 and checkpoint = $2 and task = $3 and fence = $4 and token = $5 and status = 'running' for no key update`,
        [run, checkpoint, task, fence, token],
      )
      if (rowCount !== 1) throw supersededError(attempt)
      await client.query(statement)
      await client.query('COMMIT')
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined)
      throw error
    } finally {
      client.release()
    }
  }
}

const isHead = ({ configurable }: RunnableConfig) => !configurable?.checkpoint_ns && configurable?.checkpoint_id === undefined

function placeOf({ configurable }: RunnableConfig): { thread: string; namespace: string; checkpoint: string | undefined } {
  const { thread_id: thread, checkpoint_ns: namespace = '', checkpoint_id: checkpoint } = configurable ?? {}
  if (typeof thread !== 'string' || thread === '') throw new TypeError('A checkpoint needs configurable.thread_id.')
  return { thread, namespace, checkpoint }
}
