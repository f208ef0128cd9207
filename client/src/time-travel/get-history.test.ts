import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drive } from '../../../activities/src/engine/testing/test-engine.ts'
import { type ForkStage, GRAPHS, openForkStage } from '../../test/fork-stage.ts'
import type { CountersignClient } from '../types.ts'

let stage: ForkStage
let ada: CountersignClient

beforeAll(async () => {
  stage = await openForkStage()
  ada = stage.ada
})
afterAll(() => stage.close())

async function finished(): Promise<string> {
  const run = await stage.waiting(GRAPHS.pair)
  const [review] = (await ada.listReviews({ run })).items
  await ada.decide({ review: review?.id ?? '', verb: 'approve' })
  await drive(stage.engine.deps, run)
  return run
}

describe('the history of a run', () => {
  test('is what plain LangGraph reads from the same thread, newest first', async () => {
    const run = await finished()
    const graph = GRAPHS.pair.graph.compile({
      checkpointer: new PostgresSaver(stage.scene.database.pool, undefined, { schema: 'langgraph' }),
    })
    const theirs: object[] = []
    for await (const { config, metadata, next } of graph.getStateHistory({ configurable: { thread_id: run } }))
      theirs.push({
        id: config.configurable?.checkpoint_id,
        step: metadata?.step,
        source: metadata?.source,
        next: next.filter((node) => node !== '__start__'),
      })
    const { items } = await ada.getHistory(run)
    expect(items.map(({ id, step, source, next }) => ({ id, step, source, next }))).toEqual(theirs)
  })

  test('says of each checkpoint what caused it, which nodes it holds, what changed and how much was written', async () => {
    const run = await finished()
    const { items } = await ada.getHistory(run)
    expect(items.map(({ nodes, changed, cause }) => ({ nodes, changed, kind: cause.kind, by: cause.by }))).toEqual([
      { nodes: ['join'], changed: ['notes'], kind: 'loop', by: null },
      { nodes: ['left', 'right'], changed: ['notes'], kind: 'loop', by: null },
      { nodes: ['a'], changed: ['notes'], kind: 'loop', by: null },
      { nodes: [], changed: ['notes', 'total'], kind: 'loop', by: null },
      { nodes: [], changed: [], kind: 'input', by: 'tester' },
    ])
    for (const { bytes } of items) expect(bytes).toBeGreaterThan(0)
    for (const item of items) expect(await ada.getHistory(run, { checkpoint: item.id, limit: 1 })).toEqual({ items: [item], next: null })
    expect((await ada.getHistory(run, { checkpoint: 'none' })).items).toEqual([])
  })

  test('is read page by page without a gap', async () => {
    const run = await finished()
    const all = (await ada.getHistory(run)).items
    const paged = []
    let after: string | undefined
    do {
      const page = await ada.getHistory(run, { limit: 2, after })
      paged.push(...page.items)
      after = page.next ?? undefined
    } while (after !== undefined)
    expect(paged).toEqual(all)
    await expect(ada.getHistory(run, { after: 'nonsense' })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('leads into subgraphs, and into theirs', async () => {
    const run = await stage.waiting(GRAPHS.nested)
    const [newest] = (await ada.getHistory(run)).items
    const [outer] = newest?.subgraphs ?? []
    expect(newest?.subgraphs).toEqual([{ namespace: expect.stringMatching(/^outer:[\w-]+$/), node: 'outer', checkpoints: 2 }])
    const inside = (await ada.getHistory(run, { namespace: outer?.namespace })).items
    expect(inside.map(({ step, next }) => ({ step, next }))).toEqual([
      { step: 0, next: ['deep'] },
      { step: -1, next: [] },
    ])
    const deepest = (await ada.getHistory(run, { namespace: inside[0]?.subgraphs[0]?.namespace })).items
    expect(deepest.map(({ nodes, next }) => ({ nodes, next }))).toEqual([
      { nodes: ['first'], next: ['second'] },
      { nodes: [], next: ['first'] },
      { nodes: [], next: [] },
    ])
    const state = await ada.getState(run, deepest[0]?.id, inside[0]?.subgraphs[0]?.namespace)
    expect(state).toMatchObject({ values: { notes: ['first'], total: 1 }, changed: ['notes'], next: ['second'] })
  })

  test('names the forks that began at a checkpoint, those in a subgraph too', async () => {
    const run = await stage.waiting(GRAPHS.nested)
    const { run: plain } = await ada.forkRun(run, { reason: 'once more' })
    const [newest] = (await ada.getHistory(run)).items
    const namespace = newest?.subgraphs[0]?.namespace
    const [inside] = (await ada.getHistory(run, { namespace })).items
    const { run: deep } = await ada.forkRun(run, { namespace, checkpoint: inside?.id })
    expect((await ada.getHistory(run)).items.map(({ forks }) => forks)).toEqual([[plain, deep], []])
    expect((await ada.getHistory(run, { namespace })).items[0]?.forks).toEqual([deep])
    const [first] = (await ada.getHistory(plain)).items
    expect(first).toMatchObject({ parent: null, cause: { kind: 'fork', by: 'ada', reason: 'once more' }, changed: [] })
  })
})

describe('the tree of forks', () => {
  test('is the same seen from every run of it, parents first', async () => {
    const run = await finished()
    const { run: child } = await ada.forkRun(run, { checkpoint: await stage.before(run, 'left'), nodes: ['left'], reason: 'b' })
    const { run: grandchild } = await ada.forkRun(child, { edit: { values: { total: 2 } }, sandbox: true })
    const { run: other } = await ada.forkRun(run, { checkpoint: 'start' })
    const tree = await ada.getLineage(run)
    expect(tree).toMatchObject({
      root: run,
      runs: [
        { id: run, parentRun: null, parentStep: null, edited: [], nodes: [] },
        { id: child, parentRun: run, parentStep: 1, nodes: ['left'], reason: 'b' },
        { id: grandchild, parentRun: child, parentStep: 1, edited: ['total'], sandbox: true },
        { id: other, parentRun: run, parentStep: -1 },
      ],
    })
    expect(await ada.getLineage(grandchild)).toEqual(tree)
  })
})

describe('a difference', () => {
  test('between two checkpoints, a step and the one before it, and two runs', async () => {
    const run = await finished()
    const joined = { path: '/notes/3', kind: 'added', after: 'join' }
    expect(await ada.diffStates(run)).toEqual({ changes: [joined], more: 0 })
    expect(await ada.diffStates(run, { from: await stage.before(run, 'left') })).toEqual({
      changes: [{ path: '/notes/1', kind: 'added', after: 'left?' }, { path: '/notes/2', kind: 'added', after: 'right' }, joined],
      more: 0,
    })
    const { run: fork } = await ada.forkRun(run, { checkpoint: 'start', edit: { values: { total: 3 } } })
    await drive(stage.engine.deps, fork)
    const { changes } = await ada.diffStates(run, { with: fork, from: await stage.before(run, 'left') })
    expect(changes).toEqual([{ path: '/total', kind: 'changed', before: 1, after: 3 }])
    await expect(ada.diffStates(run, { with: 'r_none' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(ada.diffStates(run, { to: 'none' })).rejects.toMatchObject({ code: 'not_found' })
  })
})
