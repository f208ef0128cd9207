import { type Database, schema } from '@countersign/db'
import type { GraphDescription } from '@countersign/workflows/contract'
import { Annotation, START, StateGraph } from '@langchain/langgraph'
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerGraph, type Scene, setScene } from '../../test/scene.ts'
import type { CountersignClient, GraphCheck } from '../types.ts'

const STATE = {
  type: 'object',
  properties: { order: { type: 'string' }, amount: { type: 'number' }, note: { type: 'string' }, files: {} },
}
const describeGraph = (version: string, values: Partial<GraphDescription> = {}): GraphDescription => ({
  name: 'refund',
  version,
  nodes: ['ask', 'pay'],
  stateSchema: STATE,
  migratesFrom: [],
  ...values,
})
const withState = (properties: Record<string, GraphDescription['stateSchema'][string]>) => ({ stateSchema: { type: 'object', properties } })

let scene: Scene
let ada: CountersignClient
/** Two that wait on version 1, one that is parked on version 2, and one that ended. */
let first: string
let second: string
let parked: string
beforeAll(async () => {
  scene = await setScene()
  ada = scene.client()
  for (const version of ['1', '2']) await register(scene.database, version)
  first = await waitingRun({ order: 'A-1', amount: 120, files: ['x'.repeat(1_000)] })
  second = await waitingRun({ order: 'A-2', amount: 12, note: 'gift' })
  parked = await waitingRun({ order: 'B-1', amount: 7 }, { version: '2', status: 'parked' })
  await scene.run({ graph: 'refund', status: 'done' })
})
afterAll(() => scene.close())

async function register(database: Database, version: string): Promise<void> {
  await registerGraph(database, 'refund', version)
  await database.db.update(schema.graphs).set({ stateSchema: STATE }).where(eq(schema.graphs.version, version))
}

/** A run as the engine leaves it when its next node is “ask”: its thread is LangGraph's own. */
async function waitingRun(input: Record<string, unknown>, values: { version?: string; status?: 'waiting' | 'parked' } = {}) {
  const id = await scene.run({ graph: 'refund', status: 'waiting' })
  const State = Annotation.Root({
    order: Annotation<string>,
    amount: Annotation<number>,
    note: Annotation<string>,
    files: Annotation<string[]>,
  })
  const graph = new StateGraph(State).addNode('ask', () => ({})).addEdge(START, 'ask')
  const checkpointer = new PostgresSaver(scene.database.pool, undefined, { schema: 'langgraph' })
  const compiled = graph.compile({ checkpointer, interruptBefore: ['ask'] })
  const config = { configurable: { thread_id: id } }
  await compiled.invoke(input, config)
  const { configurable } = (await compiled.getState(config)).config
  const set = { checkpoint: String(configurable?.checkpoint_id), next: ['ask'], ...values }
  await scene.database.db.update(schema.runs).set(set).where(eq(schema.runs.id, id))
  return id
}

const found = ({ problems }: GraphCheck) => problems.map(({ run, kind, detail }) => [run, kind, detail])

test('each registered version is listed with the runs that are on it, newest first', async () => {
  expect(await ada.listGraphVersions()).toMatchObject([
    { name: 'refund', version: '2', running: 0, waiting: 0, parked: 1, ended: 0, migratesFrom: [] },
    { name: 'refund', version: '1', running: 0, waiting: 2, parked: 0, ended: 1 },
  ])
  expect((await scene.client({ tenant: 'globex' }).listGraphVersions()).map(({ waiting, ended }) => [waiting, ended])).toEqual([
    [0, 0],
    [0, 0],
  ])
})

describe('graphs of a new deployment are compared with the runs that have not ended:', () => {
  test('both versions as they were let every run go on', async () => {
    expect(await ada.checkGraphs([describeGraph('1'), describeGraph('2')])).toEqual({ checked: 3, fine: 3, migrated: 0, problems: [] })
  })

  test('a removed version that nothing takes over stops its runs, and what to do is said', async () => {
    const check = await ada.checkGraphs([describeGraph('2')])
    expect(check).toMatchObject({ checked: 3, fine: 1, migrated: 0 })
    expect(check.problems.map(({ run, kind, version }) => [run, kind, version]).sort()).toEqual(
      [first, second].map((run) => [run, 'removed_version', '1']).sort(),
    )
    expect(check.problems[0]?.detail).toBe(
      "There is no version 1 of refund, and version 2 does not take it over. Register version 1 beside it, or give version 2 `migrate: {from: ['1']}`.",
    )
    expect(check.problems[0]?.title).toBe('Invoice')
  })

  test('a version that migrates them takes its runs over and answers for their keys itself', async () => {
    const next = describeGraph('2', { migratesFrom: ['1'], ...withState({ order: { type: 'number' } }) })
    expect(await ada.checkGraphs([next])).toMatchObject({ checked: 3, fine: 2, migrated: 2 })
    const without = describeGraph('3', { migratesFrom: ['1', '2'], nodes: ['pay'] })
    const check = await ada.checkGraphs([without])
    expect(check).toMatchObject({ fine: 0, migrated: 0 })
    expect(check.problems.map(({ kind }) => kind)).toEqual(['removed_node', 'removed_node', 'removed_node'])
  })

  test('a node that is next and gone is named', async () => {
    const check = await ada.checkGraphs([describeGraph('1'), describeGraph('2', { nodes: ['review', 'pay'] })])
    expect(found(check)).toEqual([[parked, 'removed_node', 'Its next node “ask” is not in version 2 of refund.']])
  })

  test('a key that a state holds and the new version does not know is named for the runs that hold it alone', async () => {
    const { note: _note, ...others } = STATE.properties
    const check = await ada.checkGraphs([describeGraph('1', withState(others)), describeGraph('2', withState(others))])
    expect(found(check)).toEqual([[second, 'removed_key', 'Its state holds “note”, which version 1 of refund does not know.']])
    expect(check.fine).toBe(2)
  })

  test('a changed schema is a problem where the present value does not fit it, and only there', async () => {
    const stricter = withState({ ...STATE.properties, amount: { type: 'number', maximum: 100 } })
    const check = await ada.checkGraphs([describeGraph('1', stricter), describeGraph('2', stricter)])
    expect(found(check)).toEqual([
      [first, 'changed_schema', expect.stringMatching(/^The value of “amount” does not fit version 1 of refund: /)],
    ])
  })

  test('a version whose schema nobody registered is compared by what its runs hold', async () => {
    await scene.database.db.update(schema.graphs).set({ stateSchema: {} }).where(eq(schema.graphs.version, '2'))
    const check = await ada.checkGraphs([describeGraph('1'), describeGraph('2', withState({ order: { type: 'number' } }))])
    expect(found(check).map(([, kind, detail]) => [kind, detail])).toEqual([
      ['removed_key', expect.stringContaining('“amount”')],
      ['changed_schema', expect.stringContaining('“order”')],
    ])
  })

  test('another tenant’s runs are not looked at', async () => {
    expect(await scene.client({ tenant: 'globex' }).checkGraphs([])).toEqual({ checked: 0, fine: 0, migrated: 0, problems: [] })
  })
})
