import { schema } from '@countersign/db'
import type { StateSnapshot } from '@langchain/langgraph'
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GraphDefinition } from '../../../activities/src/engine/index.ts'
import { drive, insertRun } from '../../../activities/src/engine/testing/test-engine.ts'
import { type ForkStage, GRAPHS, openForkStage } from '../../test/fork-stage.ts'
import { registerStates } from '../../test/register-states.ts'
import type { CountersignClient } from '../types.ts'

let stage: ForkStage
let ada: CountersignClient

beforeAll(async () => {
  stage = await openForkStage()
  ada = stage.ada
})
afterAll(() => stage.close())

/** The thread as plain LangGraph reads it. */
const plain = (graph: GraphDefinition, run: string, where: object = {}): Promise<StateSnapshot> =>
  graph.graph
    .compile({ checkpointer: new PostgresSaver(stage.scene.database.pool, undefined, { schema: 'langgraph' }) })
    .getState({ configurable: { thread_id: run, ...where } }, { subgraphs: true })

test('a fork has the state and the next tasks of its checkpoint, and its parent keeps every row as it was', async () => {
  const run = await stage.waiting(GRAPHS.pair)
  const before = await stage.rowsOf(run)
  expect(before['langgraph.checkpoints']?.length).toBeGreaterThan(2)
  const { run: fork } = await ada.forkRun(run, { reason: 'try again' })
  expect(await stage.rowsOf(run)).toEqual(before)
  const [theirs, ours] = await Promise.all([plain(GRAPHS.pair, run), plain(GRAPHS.pair, fork)])
  // Plain LangGraph shows the parent with what its finished task has written; the fork has none of it.
  expect([theirs.values, ours.values]).toEqual([
    { notes: ['a', 'right'], total: 1 },
    { notes: ['a'], total: 1 },
  ])
  expect(ours.next).toEqual(['left', 'right'])
  expect(ours.tasks.map(({ id }) => id)).toEqual(theirs.tasks.map(({ id }) => id))
  expect(ours.tasks.flatMap(({ interrupts }) => interrupts)).toEqual([])
  expect(ours.metadata).toMatchObject({ source: 'fork', step: theirs.metadata?.step })
  expect(await ada.getRun(fork)).toMatchObject({ status: 'running', parentRun: run, next: ['left', 'right'], createdBy: 'ada' })
  const { audit, outbox } = schema
  const entries = await stage.scene.database.db.select().from(audit).where(eq(audit.run, fork))
  expect(entries).toMatchObject([{ event: 'run.forked', actor: 'ada', data: { parent: run, reason: 'try again' } }])
  expect(await stage.scene.database.db.select().from(outbox).where(eq(outbox.run, fork))).toMatchObject([{ topic: 'start' }])
})

test('a fork goes on by itself and asks again what its parent was asked', async () => {
  const run = await stage.waiting(GRAPHS.pair)
  const { run: fork } = await ada.forkRun(run)
  const cursor = await drive(stage.engine.deps, fork)
  expect(cursor).toMatchObject({ waiting: 1 })
  expect((await ada.listReviews({ run: fork })).items).toMatchObject([{ node: 'left', status: 'open' }])
  const { run: grandchild } = await ada.forkRun(fork, { checkpoint: await stage.before(fork, 'left') })
  const rows = await stage.scene.database.db.select().from(schema.runs).where(eq(schema.runs.id, grandchild))
  expect(rows).toMatchObject([{ parentRun: fork, root: run }])
})

test('of parallel nodes only the named one runs anew, and what the other had written is taken along', async () => {
  const run = await stage.waiting(GRAPHS.pair)
  const { run: fork } = await ada.forkRun(run, { nodes: ['left'] })
  expect(await ada.getRun(fork)).toMatchObject({ next: ['left'] })
  const cursor = await drive(stage.engine.deps, fork)
  expect(cursor).toMatchObject({ waiting: 1 })
  const attempts = (await ada.getRun(fork)).attempts.map(({ node }) => node)
  expect(attempts).toContain('left')
  expect(attempts).not.toContain('right')
  await expect(ada.forkRun(run, { nodes: ['join', 'left'] })).rejects.toMatchObject({
    code: 'invalid_input',
    details: { names: ['join'], nodes: ['left', 'right'] },
  })
  await expect(ada.forkRun(run, { nodes: ['left'], edit: { values: { total: 2 }, asNode: 'a' } })).rejects.toMatchObject({
    code: 'invalid_input',
  })
})

test('of many tasks of one node a single one runs anew, named by its id', async () => {
  const run = await stage.waiting(GRAPHS.fan)
  const tasks = (await plain(GRAPHS.fan, run)).tasks.filter(({ name }) => name === 'part')
  const { run: fork } = await ada.forkRun(run, { nodes: [tasks[1]?.id ?? ''] })
  expect(await ada.getRun(fork)).toMatchObject({ next: ['part', 'ask'] })
  await drive(stage.engine.deps, fork)
  expect((await ada.getRun(fork)).attempts.filter(({ node }) => node === 'part').map(({ task }) => task)).toEqual([tasks[1]?.id])
})

test('one of several branches runs anew on a changed state, and the others keep what they had written', async () => {
  const run = await stage.waiting(GRAPHS.pair)
  const { run: fork } = await ada.forkRun(run, { nodes: ['left'], edit: { values: { total: 2 } } })
  await drive(stage.engine.deps, fork)
  const [review] = (await ada.listReviews({ run: fork, status: 'open' })).items
  await ada.decide({ review: review?.id ?? '', verb: 'approve' })
  await drive(stage.engine.deps, fork)
  expect((await ada.getState(fork)).values).toEqual({ notes: ['a', 'left?', 'right', 'join'], total: 2 })
  expect((await ada.getRun(fork)).attempts.filter(({ node }) => node === 'right')).toEqual([])
})

describe('in the middle of a subgraph', () => {
  test('a fork copies the checkpoints of the graphs above it and goes on inside', async () => {
    const run = await stage.waiting(GRAPHS.nested)
    const { rows } = await stage.scene.database.pool.query<{ namespace: string; checkpoint: string }>(
      `select checkpoint_ns as namespace, checkpoint_id as checkpoint from langgraph.checkpoints
       where thread_id = $1 and checkpoint_ns like 'outer:%|deep:%' and metadata->>'step' = '1'`,
      [run],
    )
    const [inner] = rows
    if (!inner) throw new Error('the inner subgraph has no such checkpoint')
    const before = await stage.rowsOf(run)
    const { run: fork } = await ada.forkRun(run, { ...inner, edit: { values: { total: 7 } } })
    expect(await stage.rowsOf(run)).toEqual(before)
    const deep = await plain(GRAPHS.nested, fork, { checkpoint_ns: inner.namespace })
    expect(deep).toMatchObject({ next: ['second'], values: { notes: ['first'], total: 1 } })
    expect(await ada.getRun(fork)).toMatchObject({ next: ['outer'], parentCheckpoint: inner.checkpoint })
    const { edits, runs } = schema
    expect(await stage.scene.database.db.select().from(edits).where(eq(edits.run, fork))).toMatchObject([
      { ...inner, values: { total: 7 }, by: 'ada', appliedAt: null },
    ])
    const [row] = await stage.scene.database.db.select().from(runs).where(eq(runs.id, fork))
    expect(row).toMatchObject({ fork: { namespace: inner.namespace, root: row?.checkpoint, edited: ['total'], step: 1 } })
    await drive(stage.engine.deps, fork)
    const edited = await ada.getState(fork, undefined, inner.namespace)
    expect(edited).toMatchObject({ values: { notes: ['first'], total: 7 }, next: ['second'], source: 'update' })
    expect((await ada.getHistory(fork, { namespace: inner.namespace })).items[0]?.cause).toMatchObject({ kind: 'edit', by: 'ada' })
    expect((await ada.listReviews({ run: fork, status: 'open' })).items).toHaveLength(1)
  })

  test('needs a checkpoint, of a namespace that there is', async () => {
    const run = await stage.waiting(GRAPHS.nested)
    await expect(ada.forkRun(run, { namespace: 'outer:x' })).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(ada.forkRun(run, { namespace: 'outer:x', checkpoint: 'none' })).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('from the start', () => {
  test.each(['start', 'the first checkpoint'])('%s: the fork begins with the input, edited', async (where) => {
    const run = await stage.waiting(GRAPHS.pair)
    const first = (await ada.listCheckpoints(run))[0]?.id
    const checkpoint = where === 'start' ? where : first
    const { run: fork } = await ada.forkRun(run, { checkpoint, edit: { patch: [{ op: 'replace', path: '/total', value: 5 }] } })
    const rows = await stage.scene.database.db.select().from(schema.runs).where(eq(schema.runs.id, fork))
    expect(rows).toMatchObject([
      { input: { notes: [], total: 5 }, checkpoint: null, parentCheckpoint: first, fork: { step: -1, edited: ['total'] } },
    ])
    await drive(stage.engine.deps, fork)
    expect((await ada.getState(fork)).values).toMatchObject({ total: 5, notes: ['a'] })
  })

  test('a run that never began can be forked too', async () => {
    const run = await insertRun(stage.scene.database, GRAPHS.pair, { notes: [] })
    const { run: fork } = await ada.forkRun(run)
    expect(await drive(stage.engine.deps, fork)).toMatchObject({ waiting: 1 })
    await expect(ada.forkRun(run, { edit: { values: { total: 2 }, asNode: 'a' } })).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

test('another version must be registered and have the nodes that run next', async () => {
  const run = await stage.waiting(GRAPHS.pair)
  await expect(ada.forkRun(run, { version: '9' })).rejects.toMatchObject({ code: 'graph_unknown' })
  await registerStates(stage.scene.database, { name: 'pair', version: '2', nodes: ['a', 'right', 'join'], keys: {} })
  await expect(ada.forkRun(run, { version: '2' })).rejects.toMatchObject({
    code: 'invalid_input',
    details: { nodes: ['left'], version: '2' },
  })
  await registerStates(stage.scene.database, { name: 'pair', version: '3', nodes: ['a', 'left', 'right', 'join'], keys: {} })
  expect(await ada.getRun((await ada.forkRun(run, { version: '3' })).run)).toMatchObject({ version: '3' })
  // A replay tries what is newest.
  expect(await ada.getRun((await ada.forkRun(run, { sandbox: true })).run)).toMatchObject({ version: '3', sandbox: true })
})

test('of a finished run any step can be forked but the last, after which nothing runs', async () => {
  const run = await stage.waiting(GRAPHS.pair)
  const [review] = (await ada.listReviews({ run })).items
  await stage.scene.database.pool.query(`update countersign.reviews set roles = '{reviewer}' where run = $1`, [run])
  await ada.decide({ review: review?.id ?? '', verb: 'approve' })
  await drive(stage.engine.deps, run)
  expect(await ada.getRun(run)).toMatchObject({ status: 'done' })
  await expect(ada.forkRun(run)).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('Nothing runs after step'),
  })
  await ada.forkRun(run, { edit: { values: { total: 2 }, asNode: 'a' } })
  const { run: fork } = await ada.forkRun(run, { checkpoint: await stage.before(run, 'join') })
  await drive(stage.engine.deps, fork)
  expect(await ada.getRun(fork)).toMatchObject({ status: 'done' })
  expect((await ada.getState(fork)).values).toEqual((await ada.getState(run)).values)
})

test('a checkpoint that retention deleted is named, one that never was is not found', async () => {
  const run = await stage.waiting(GRAPHS.pair)
  const checkpoint = await stage.before(run, 'a')
  await stage.scene.database.pool.query(`delete from langgraph.checkpoints where thread_id = $1 and checkpoint_id = $2`, [run, checkpoint])
  await expect(ada.forkRun(run, { checkpoint })).rejects.toMatchObject({ code: 'conflict', details: { checkpoint } })
  await expect(ada.forkRun(run, { checkpoint: '1ef-none' })).rejects.toMatchObject({ code: 'not_found' })
})

test('fifty forks at once with one client key are one run', async () => {
  const run = await stage.waiting(GRAPHS.pair)
  const forks = await Promise.all(Array.from({ length: 50 }, () => ada.forkRun(run, { clientKey: 'once', edit: { values: { total: 3 } } })))
  const ids = new Set(forks.map(({ run: fork }) => fork))
  expect(ids.size).toBe(1)
  const rows = await stage.scene.database.db.select().from(schema.runs).where(eq(schema.runs.parentRun, run))
  expect(rows.map(({ id }) => id)).toEqual([...ids])
  expect(
    await stage.scene.database.db
      .select()
      .from(schema.edits)
      .where(eq(schema.edits.run, rows[0]?.id ?? '')),
  ).toHaveLength(1)
  await expect(ada.forkRun(await stage.waiting(GRAPHS.pair), { clientKey: 'once' })).rejects.toMatchObject({ code: 'invalid_input' })
})
