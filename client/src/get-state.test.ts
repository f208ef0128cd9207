import { schema } from '@countersign/db'
import { AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages'
import { Annotation, END, messagesStateReducer, Send, START, StateGraph } from '@langchain/langgraph'
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Scene, setScene } from '../test/scene.ts'
import type { CountersignClient } from './types.ts'

const State = Annotation.Root({
  messages: Annotation<BaseMessage[]>({ reducer: messagesStateReducer, default: () => [] }),
  parts: Annotation<string[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }),
  when: Annotation<Date | null>({ reducer: (_, b) => b, default: () => null }),
  same: Annotation<number>({ reducer: (_, b) => b, default: () => 7 }),
})

let scene: Scene
let ada: CountersignClient
let run: string

beforeAll(async () => {
  scene = await setScene()
  ada = scene.client()
  run = await scene.run({ status: 'done' })
  const graph = new StateGraph(State)
    .addNode('greet', () => ({ messages: [new HumanMessage('hello')], when: new Date(0), same: 7 }))
    .addNode('fan', () => ({}))
    .addNode('part', (state: { name: string }) => ({ parts: [state.name] }))
    .addNode('answer', () => ({ messages: [new AIMessage('bye')], same: 7 }))
    .addEdge(START, 'greet')
    .addEdge('greet', 'fan')
    .addConditionalEdges('fan', () => [new Send('part', { name: 'a' }), new Send('part', { name: 'b' })], ['part'])
    .addEdge('part', 'answer')
    .addEdge('answer', END)
    .compile({ checkpointer: new PostgresSaver(scene.database.pool, undefined, { schema: 'langgraph' }) })
  await graph.invoke({ same: 1 }, { configurable: { thread_id: run } })
})
afterAll(() => scene.close())

/** Tasks made by Send are known by their attempts, as the engine records them. */
const recordParts = async (): Promise<void> => {
  const fan = (await ada.listCheckpoints(run)).find(({ nodes }) => nodes.includes('fan'))
  const attempt = {
    tenant: 'acme',
    run,
    checkpoint: fan?.id ?? '',
    fence: 1,
    token: 't',
    node: 'part',
    step: 3,
    activity: 'a',
    activityAttempt: 1,
    worker: 'w',
  }
  await scene.database.db.insert(schema.attempts).values([
    { ...attempt, task: 't1', status: 'done' },
    { ...attempt, task: 't2', status: 'done' },
  ])
}

test('checkpoints are listed oldest first, with the nodes that each holds and those that come next', async () => {
  await recordParts()
  const checkpoints = await ada.listCheckpoints(run)
  expect(checkpoints.map(({ step, source, nodes, next }) => ({ step, source, nodes, next }))).toEqual([
    { step: -1, source: 'input', nodes: [], next: [] },
    { step: 0, source: 'loop', nodes: [], next: ['greet'] },
    { step: 1, source: 'loop', nodes: ['greet'], next: ['fan'] },
    { step: 2, source: 'loop', nodes: ['fan'], next: ['part'] },
    { step: 3, source: 'loop', nodes: ['part'], next: ['answer'] },
    { step: 4, source: 'loop', nodes: ['answer'], next: [] },
  ])
  expect(checkpoints[0]?.parent).toBeNull()
  expect(checkpoints[3]?.parent).toBe(checkpoints[2]?.id)
})

test('the state is the newest one as JSON, without what LangGraph keeps for itself', async () => {
  const state = await ada.getState(run)
  expect(Object.keys(state.values).sort()).toEqual(['messages', 'parts', 'same', 'when'])
  expect(state.values).toMatchObject({ parts: ['a', 'b'], when: '1970-01-01T00:00:00.000Z', same: 7 })
  expect(JSON.parse(JSON.stringify(state.values.messages))).toMatchObject([
    { kwargs: { content: 'hello' } },
    { kwargs: { content: 'bye' } },
  ])
  expect(state.changed).toEqual(['messages'])
})

test('an earlier state is as it was, and says what its step changed', async () => {
  const [, , greeted] = await ada.listCheckpoints(run)
  const state = await ada.getState(run, greeted?.id)
  expect(state).toMatchObject({ step: 1, nodes: ['greet'], changed: ['messages', 'same', 'when'] })
  expect(state.values.messages).toHaveLength(1)
})

test('a run without a checkpoint has none to show, and of another tenant or run none is found', async () => {
  const fresh = await scene.run()
  expect(await ada.listCheckpoints(fresh)).toEqual([])
  await expect(ada.getState(fresh)).rejects.toMatchObject({ code: 'not_found' })
  await expect(ada.getState(run, '1ef0-no-such')).rejects.toMatchObject({ code: 'not_found' })
  const other = scene.client({ tenant: 'other' })
  await expect(other.getState(run)).rejects.toMatchObject({ code: 'not_found' })
})

test('the newest checkpoint waits for what the row of the run says', async () => {
  const last = (await ada.listCheckpoints(run)).at(-1)
  await scene.database.db
    .update(schema.runs)
    .set({ checkpoint: last?.id, next: ['human_review'] })
    .where(eq(schema.runs.id, run))
  expect((await ada.listCheckpoints(run)).at(-1)?.next).toEqual(['human_review'])
})
