import { randomUUID } from 'node:crypto'
import type { RunnableConfig } from '@langchain/core/runnables'
import {
  type ChannelVersions,
  type Checkpoint,
  type CheckpointMetadata,
  emptyCheckpoint,
  type PendingWrite,
} from '@langchain/langgraph-checkpoint'
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres'
import { validate } from '@langchain/langgraph-checkpoint-validation'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../infra/test/database.ts'
import { connectDatabase, type Database } from '../connect.ts'
import { claimAttempt } from '../engine/claim-attempt.ts'
import { commitAttempt } from '../engine/commit-attempt.ts'
import { type AttemptScope, attemptScope, newAttemptScope } from './attempt-scope.ts'
import { FencedSaver } from './fenced-saver.ts'

let created: TestDatabase
let database: Database
beforeAll(async () => {
  created = await createTestDatabase()
  database = connectDatabase(created.url)
})
afterAll(async () => {
  await database.close()
  await created.drop()
})

const TENANT = 'test'
let activity = 0

async function insertRun(run: string): Promise<void> {
  await database.pool.query(
    `insert into countersign.runs (id, tenant, graph, version, title, input, created_by) values ($1, $2, 'g', '1', 'g', '{}', 'tester') on conflict do nothing`,
    [run, TENANT],
  )
}

async function claim(run: string, checkpoint: string, task = 'task'): Promise<AttemptScope> {
  activity += 1
  const input = { tenant: TENANT, run, checkpoint, task, node: 'n', activity: `a${activity}`, activityAttempt: 1, worker: 'w' }
  const { attempt } = await claimAttempt(database.pool, input)
  if (!attempt) throw new Error('not claimed')
  return newAttemptScope(attempt)
}

/** Lets LangGraph's suite write through the fence: each write is an attempt of its own, committed at once. */
class AttemptPerWrite extends FencedSaver {
  override put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    versions: ChannelVersions,
  ): Promise<RunnableConfig> {
    return this.#asAttempt(config, () => super.put(config, checkpoint, metadata, versions))
  }
  override putWrites(config: RunnableConfig, writes: PendingWrite[], task: string): Promise<void> {
    return this.#asAttempt(config, () => super.putWrites(config, writes, task))
  }
  override deleteThread(thread: string): Promise<void> {
    return new PostgresSaver(database.pool, undefined, { schema: 'langgraph' }).deleteThread(thread)
  }
  async #asAttempt<T>(config: RunnableConfig, write: () => Promise<T>): Promise<T> {
    const run = String(config.configurable?.thread_id)
    await insertRun(run)
    const scope = await claim(run, '', randomUUID())
    const result = await attemptScope.run(scope, write)
    await commitAttempt(database.pool, scope, { status: 'done' })
    return result
  }
}

// LangGraph's suite looks for the test runner's functions among the globals.
Object.assign(globalThis, { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it })

validate({
  checkpointerName: 'FencedSaver',
  beforeAll: async () => undefined,
  createCheckpointer: async () => {
    await database.pool.query('truncate langgraph.checkpoints, langgraph.checkpoint_blobs, langgraph.checkpoint_writes')
    return new AttemptPerWrite(database.pool)
  },
  destroyCheckpointer: async () => undefined,
})

describe('the fence', () => {
  const root = (run: string): RunnableConfig => ({ configurable: { thread_id: run, checkpoint_ns: '' } })
  const inner = (run: string): RunnableConfig => ({ configurable: { thread_id: run, checkpoint_ns: 'sub:1' } })
  const metadata: CheckpointMetadata = { source: 'loop', step: 0, parents: {} }
  const countOf = async (run: string) =>
    (await database.pool.query('select 1 from langgraph.checkpoints where thread_id = $1', [run])).rowCount

  it('refuses a write outside of any attempt', async () => {
    const saver = new FencedSaver(database.pool)
    await expect(saver.put(root('r'), emptyCheckpoint(), metadata, {})).rejects.toMatchObject({ code: 'superseded' })
  })

  it('holds what an attempt writes until it commits, together with the run', async () => {
    const run = randomUUID()
    await insertRun(run)
    const saver = new FencedSaver(database.pool)
    const scope = await claim(run, '')
    const checkpoint = emptyCheckpoint()
    await attemptScope.run(scope, () => saver.put(root(run), checkpoint, metadata, {}))
    expect(await countOf(run)).toBe(0)
    await commitAttempt(database.pool, scope, { status: 'done', head: { checkpoint: checkpoint.id, step: 0, next: ['n'] } })
    expect(await countOf(run)).toBe(1)
    const { rows } = await database.pool.query('select checkpoint, step, next from countersign.runs where id = $1', [run])
    expect(rows).toEqual([{ checkpoint: checkpoint.id, step: 0, next: ['n'] }])
  })

  it('lets a replaced attempt write nothing, neither at its commit nor in a subgraph', async () => {
    const run = randomUUID()
    await insertRun(run)
    const saver = new FencedSaver(database.pool)
    const old = await claim(run, '')
    const newer = await claim(run, '')
    await expect(attemptScope.run(old, () => saver.put(inner(run), emptyCheckpoint(), metadata, {}))).rejects.toMatchObject({
      code: 'superseded',
    })
    await attemptScope.run(old, () => saver.put(root(run), emptyCheckpoint(), metadata, {}))
    await expect(commitAttempt(database.pool, old, { status: 'done' })).rejects.toMatchObject({ code: 'superseded' })
    expect(await countOf(run)).toBe(0)
    await attemptScope.run(newer, () => saver.put(inner(run), emptyCheckpoint(), metadata, {}))
    expect(await countOf(run)).toBe(1)
  })

  it('refuses an attempt that Temporal has replaced already, however late it asks', async () => {
    const run = randomUUID()
    await insertRun(run)
    const input = { tenant: TENANT, run, checkpoint: '', task: 't', node: 'n', activity: 'same', worker: 'w' }
    const second = await claimAttempt(database.pool, { ...input, activityAttempt: 2 })
    expect(second.attempt?.fence).toBe(1)
    await expect(claimAttempt(database.pool, { ...input, activityAttempt: 1 })).rejects.toMatchObject({ code: 'superseded' })
  })

  it('gives one of many attempts that claim at the same moment the fence', async () => {
    const run = randomUUID()
    await insertRun(run)
    const scopes = await Promise.all(Array.from({ length: 8 }, () => claim(run, '', 'contended')))
    const commits = await Promise.allSettled(scopes.map((scope) => commitAttempt(database.pool, scope, { status: 'done' })))
    expect(commits.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('claims nothing where the run has moved on', async () => {
    const run = randomUUID()
    await insertRun(run)
    const input = { tenant: TENANT, run, checkpoint: 'an older one', task: 't', node: 'n', activity: 'x', activityAttempt: 1, worker: 'w' }
    expect((await claimAttempt(database.pool, input)).attempt).toBeNull()
    await expect(claimAttempt(database.pool, { ...input, tenant: 'another' })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('reads for one task of a wide superstep the writes of no other, and does not let it commit', async () => {
    const run = randomUUID()
    await insertRun(run)
    const saver = new FencedSaver(database.pool)
    const first = await claim(run, '')
    const head = { ...emptyCheckpoint(), channel_values: { n: 1, text: 'é\n"' }, channel_versions: { n: 1, text: 2 } }
    await attemptScope.run(first, () => saver.put(root(run), head, metadata, { n: 1, text: 2 }))
    await commitAttempt(database.pool, first, { status: 'done', head: { checkpoint: head.id, step: 0, next: ['n'] } })
    const at = { configurable: { ...root(run).configurable, checkpoint_id: head.id } }
    for (const task of ['a', 'b']) {
      const scope = await claim(run, head.id, task)
      await attemptScope.run(scope, () => saver.putWrites(at, [['parts', { of: task }]], task))
      await commitAttempt(database.pool, scope, { status: 'done' })
    }
    const plain = await saver.getTuple(root(run))
    const whole = await attemptScope.run(await claim(run, head.id, 'c'), () => saver.getTuple(root(run)))
    expect(whole).toEqual(plain)
    const narrow = await claim(run, head.id, 'b')
    narrow.wide = { own: 'b', tasks: ['a', 'b', 'c', 'd'] }
    const seen = await attemptScope.run(narrow, () => saver.getTuple(root(run)))
    expect(narrow.head?.pendingWrites).toEqual([['b', 'parts', { of: 'b' }]])
    expect(seen).toMatchObject({ checkpoint: plain?.checkpoint, metadata: plain?.metadata })
    const commit = attemptScope.run(narrow, () => saver.put(root(run), emptyCheckpoint(), metadata, {}))
    await expect(commit).rejects.toMatchObject({ code: 'internal' })
  })

  it('serves plain reads while an attempt is held back', async () => {
    const run = randomUUID()
    await insertRun(run)
    const saver = new FencedSaver(database.pool)
    expect(await saver.getTuple(root(run))).toBeUndefined()
  })
})
