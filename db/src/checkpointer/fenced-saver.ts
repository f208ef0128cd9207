import { AsyncLocalStorage } from 'node:async_hooks'
import { CountersignError } from '@countersign/workflows/contract'
import type { RunnableConfig } from '@langchain/core/runnables'
import type {
  ChannelVersions,
  Checkpoint,
  CheckpointMetadata,
  CheckpointTuple,
  PendingWrite as ChannelWrite,
} from '@langchain/langgraph-checkpoint'
import { ERROR, INTERRUPT } from '@langchain/langgraph-checkpoint'
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres'
import type pg from 'pg'
import { CHECKPOINT_SCHEMA } from '../schema/namespace.ts'
import { type AttemptScope, attemptScope, type Statement } from './attempt-scope.ts'
import { recordingPool } from './recording-pool.ts'

/**
 * LangGraph's PostgresSaver, fenced. Every write belongs to the attempt whose scope it is made in:
 * - root namespace: held back, and committed by the engine in one transaction with the run's row and its reviews;
 * - subgraph namespaces: written at once, in a transaction that first checks that the attempt still holds the fence,
 *   so that what a subgraph finished survives a crash. Interrupts of a subgraph are held back with the root's,
 *   and errors are not written at all: otherwise a repeated attempt would find its answers half used.
 * A write outside any attempt is refused. Reads are PostgresSaver's own.
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

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const scope = attemptScope.getStore()
    const isHead = scope !== undefined && isRoot(config) && config.configurable?.checkpoint_id === undefined
    if (!isHead) return super.getTuple(config)
    const tuple = await super.getTuple(config)
    const found = tuple?.checkpoint.id ?? ''
    if (found !== scope.attempt.checkpoint) throw superseded(scope)
    scope.head = tuple
    if (tuple && scope.injected.length > 0) tuple.pendingWrites = [...(tuple.pendingWrites ?? []), ...scope.injected]
    return tuple
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const scope = currentScope()
    const lane = isRoot(config) ? this.#hold(scope) : this.#writeNow(scope)
    return this.#lane.run(lane, () => super.put(config, checkpoint, metadata, newVersions))
  }

  override async putWrites(config: RunnableConfig, writes: ChannelWrite[], taskId: string): Promise<void> {
    const scope = currentScope()
    if (writes.some(([channel]) => channel === ERROR)) return
    if (isRoot(config)) for (const [channel, value] of writes) scope.writes.push([taskId, String(channel), value])
    const held = isRoot(config) || writes.some(([channel]) => channel === INTERRUPT)
    await this.#lane.run(held ? this.#hold(scope) : this.#writeNow(scope), () => super.putWrites(config, writes, taskId))
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

  #hold(scope: AttemptScope) {
    return async (statements: Statement[]) => {
      scope.held.push(...statements)
    }
  }

  #writeNow(scope: AttemptScope) {
    return async (statements: Statement[]) => {
      const client = await this.#database.connect()
      try {
        await client.query('BEGIN')
        await holdFence(client, scope)
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
}

const isRoot = (config: RunnableConfig) => !config.configurable?.checkpoint_ns

function currentScope(): AttemptScope {
  const scope = attemptScope.getStore()
  if (!scope) throw new CountersignError('superseded', 'A checkpoint was written outside of an attempt; only the attempt that holds a task may write.')
  return scope
}

function superseded(scope: AttemptScope): CountersignError {
  scope.superseded = true
  const { run, task, fence } = scope.attempt
  return new CountersignError('superseded', `Attempt ${fence} of task ${task} of run ${run} was replaced by a newer one; it wrote nothing.`, { run, task, fence })
}

/** Locks the attempt's row and makes sure it still holds the fence. */
async function holdFence(client: pg.PoolClient, scope: AttemptScope): Promise<void> {
  const { run, checkpoint, task, fence, token } = scope.attempt
  const { rowCount } = await client.query(
    `select 1 from countersign.attempts
      where run = $1 and checkpoint = $2 and task = $3 and fence = $4 and token = $5 and status = 'running' for no key update`,
    [run, checkpoint, task, fence, token],
  )
  if (rowCount !== 1) throw superseded(scope)
}
