import { Annotation, Command, END, interrupt, MemorySaver, Send, START, StateGraph } from '@langchain/langgraph'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../infra/test/database.ts'
import { type AnyStateGraph, defineGraph } from './define-graph.ts'
import type { EngineDeps } from './engine-deps.ts'
import { answer, connectTestEngine, drive, insertRun } from './testing/test-engine.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const State = Annotation.Root({
  parts: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }),
  n: Annotation<number>(),
  done: Annotation<string>(),
})

async function state(deps: EngineDeps, run: string, graph: string) {
  const found = await deps.graphs.get(graph, '1').compiled.getState({ configurable: { thread_id: run } })
  return found
}

async function compare(name: string, build: (effects: string[]) => AnyStateGraph, input: Record<string, unknown>, answers: Record<string, unknown> = {}) {
  const plainEffects: string[] = []
  const plain = build(plainEffects).compile({ checkpointer: new MemorySaver() })
  const config = { configurable: { thread_id: 't' } }
  await plain.invoke(input, config)
  for (;;) {
    const s = await plain.getState(config)
    const waiting = s.tasks.flatMap((t) => t.interrupts)
    if (waiting.length === 0) break
    await plain.invoke(new Command({ resume: Object.fromEntries(waiting.map((i) => [i.id, answers[String(i.value)]])) }), config)
  }
  const expected = (await plain.getState(config)).values

  const effects: string[] = []
  const graph = defineGraph({ name, version: '1', graph: build(effects) })
  const { deps, database: db, close } = connectTestEngine(database.url, [graph])
  try {
    const run = await insertRun(db, graph, input)
    let cursor = await drive(deps, run)
    while (cursor.status !== 'done') {
      for (const wait of cursor.waits) {
        const { rows } = await db.pool.query('select request from countersign.reviews where id = $1', [wait.review])
        await answer(db, wait.review, 'edit', answers[rows[0].request.proposal])
      }
      cursor = await drive(deps, run)
    }
    expect((await state(deps, run, name)).values).toEqual(expected)
    expect([...effects].sort()).toEqual([...plainEffects].sort())
    const { rows } = await db.pool.query('select status, checkpoint from countersign.runs where id = $1', [run])
    expect(rows[0].status).toBe('done')
  } finally {
    await close()
  }
}

describe('a graph run step by step ends as plain LangGraph does', () => {
  it('with edges and conditional edges', () =>
    compare('edges', (fx) => new StateGraph(State)
      .addNode('a', async () => { fx.push('a'); return { parts: ['a'], n: 1 } })
      .addNode('b', async (s) => { fx.push('b'); return { parts: [`b${s.n}`] } })
      .addNode('c', async () => { fx.push('c'); return { done: 'yes' } })
      .addEdge(START, 'a').addConditionalEdges('a', (s) => (s.n > 0 ? 'b' : 'c'), ['b', 'c']).addEdge('b', 'c').addEdge('c', END), { parts: ['in'] }))

  it('with Send and a join', () =>
    compare('fan', (fx) => new StateGraph(State)
      .addNode('fan', async (s) => { fx.push(`fan${s.n}`); return { parts: [`f${s.n}`] } })
      .addNode('join', async (s) => { fx.push('join'); return { done: [...s.parts].sort().join() } })
      .addConditionalEdges(START, () => [1, 2, 3].map((n) => new Send('fan', { n })), ['fan'])
      .addEdge('fan', 'join').addEdge('join', END), { parts: [] }))

  it('with interrupts in parallel branches', () =>
    compare('asks', (fx) => new StateGraph(State)
      .addNode('x', async () => { const a = interrupt('qx'); fx.push('x'); return { parts: [`x:${JSON.stringify((a as any).value ?? a)}`] } })
      .addNode('y', async () => { const a = interrupt('qy'); fx.push('y'); return { parts: [`y:${JSON.stringify((a as any).value ?? a)}`] } })
      .addNode('z', async () => { fx.push('z'); return { done: 'z' } })
      .addEdge(START, 'x').addEdge(START, 'y').addEdge(['x', 'y'], 'z').addEdge('z', END), { parts: [] }, { qx: 'X', qy: 'Y' }))

  it('with two interrupts in one node', () =>
    compare('twice', (fx) => new StateGraph(State)
      .addNode('x', async () => { const a = interrupt('q1') as any; const b = interrupt('q2') as any; fx.push('x'); return { parts: [a.value ?? a, b.value ?? b] } })
      .addEdge(START, 'x').addEdge('x', END), { parts: [] }, { q1: 'one', q2: 'two' }))

  it('with a subgraph that interrupts', () => {
    const build = (fx: string[]) => {
      const inner = new StateGraph(State)
        .addNode('i1', async () => { fx.push('i1'); return { parts: ['i1'] } })
        .addNode('i2', async () => { const a = interrupt('inner') as any; fx.push('i2'); return { parts: [a.value ?? a] } })
        .addEdge(START, 'i1').addEdge('i1', 'i2').addEdge('i2', END).compile()
      return new StateGraph(State).addNode('sub', inner).addNode('after', async () => { fx.push('after'); return { done: 'ok' } })
        .addEdge(START, 'sub').addEdge('sub', 'after').addEdge('after', END)
    }
    return compare('nested', build, { parts: [] }, { inner: 'IN' })
  })

  it('with Command goto and update in a loop', () =>
    compare('loop', (fx) => new StateGraph(State)
      .addNode('a', async (s) => { fx.push('a'); return new Command({ goto: s.n >= 5 ? 'b' : 'a', update: { n: (s.n ?? 0) + 1 } }) }, { ends: ['a', 'b'] })
      .addNode('b', async () => { fx.push('b'); return { done: 'b' } })
      .addEdge(START, 'a').addEdge('b', END), { n: 0, parts: [] }))
})
