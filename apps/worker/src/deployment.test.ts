import { setTimeout as delay } from 'node:timers/promises'
import { defineGraph, runContext } from '@countersign/activities/engine'
import { Annotation, END, START, StateGraph } from '@langchain/langgraph'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../infra/test/database.ts'
import { type EngineStage, openEngineStage } from './testing/engine-stage.ts'
import { until } from './testing/until.ts'

let created: TestDatabase
let stage: EngineStage
beforeAll(async () => {
  created = await createTestDatabase()
  stage = await openEngineStage({ databaseUrl: created.url, address: inject('temporalAddress') })
})
afterAll(async () => {
  await stage.close()
  await created.drop()
})

const effects: string[] = []
let released: () => void = () => undefined
const release = new Promise<void>((resolve) => {
  released = resolve
})

/** Works until it is released or stopped, and may not fail once. */
const patient = defineGraph({
  name: 'patient',
  version: '1',
  graph: new StateGraph(Annotation.Root({ note: Annotation<string>() }))
    .addNode(
      'work',
      async () => {
        effects.push('started')
        const { signal } = runContext()
        await Promise.race([release, new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))])
        effects.push('finished')
        return { note: 'finished' }
      },
      { metadata: { retries: 0 } },
    )
    .addEdge(START, 'work')
    .addEdge('work', END),
})

it('a node that a deployment stops goes on elsewhere and has lost no attempt', async () => {
  const leaving = await stage.work([patient], { grace: '100 milliseconds' })
  const run = await stage.start(patient, {})
  await until('the node runs', async () => effects.length === 1)
  await leaving.stop()
  const coming = await stage.work([patient])
  await until('the node runs again', async () => effects.length === 2)
  released()
  await run.handle.result()
  expect(effects).toEqual(['started', 'started', 'finished'])
  expect(await stage.status(run.run)).toBe('done')
  expect(await stage.stateOf(coming, patient, run.run)).toEqual({ note: 'finished' })
  await coming.stop()
})

/** Quick nodes one after the other: all within one task of the workflow, which stays with its worker. */
const counting = defineGraph({
  name: 'counting',
  version: '1',
  graph: new StateGraph(Annotation.Root({ n: Annotation<number>() }))
    .addNode(
      'count',
      async ({ n }) => {
        await delay(20)
        counted.push(n + 1)
        return { n: n + 1 }
      },
      { metadata: { quick: true, retries: 0 } },
    )
    .addEdge(START, 'count')
    .addConditionalEdges('count', ({ n }) => (n < 200 ? 'count' : END), ['count', END]),
})
const counted: number[] = []

it('a row of quick nodes does not hold a worker that stops: another one goes on with the next', async () => {
  const leaving = await stage.work([counting])
  const run = await stage.start(counting, { n: 0 })
  await until('some are counted', async () => counted.length > 10)
  await leaving.stop()
  expect(counted.length).toBeLessThan(200)
  await stage.work([counting])
  await run.handle.result()
  expect(counted).toEqual(Array.from({ length: 200 }, (_, index) => index + 1))
})
