import { Annotation, END, interrupt, Send, START, StateGraph } from '@langchain/langgraph'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../infra/test/database.ts'
import { defineGraph } from './define-graph.ts'
import { drive, postgresTier, type Tier } from './testing/test-engine.ts'
import { WideSteps } from './wide-steps.ts'

const WIDTH = 30
const State = Annotation.Root({
  n: Annotation<number>(),
  parts: Annotation<string[]>({ reducer: (all, more) => all.concat(more), default: () => [] }),
})

/** What nodes did, in order. */
let ran: string[] = []
let isBroken = false
const wide = defineGraph({
  name: 'wide',
  version: '1',
  graph: new StateGraph(State)
    .addNode('piece', async ({ n }) => {
      if (n === 3) interrupt('three?')
      if (n === 4 && isBroken) throw new Error('broken')
      ran.push(`piece ${n}`)
      return { parts: [`${n}`] }
    })
    .addNode('join', async ({ parts }) => {
      ran.push('join')
      return { n: parts.length }
    })
    .addConditionalEdges(START, () => Array.from({ length: WIDTH }, (_, n) => new Send('piece', { n })), ['piece'])
    .addEdge('piece', 'join')
    .addEdge('join', END),
})

let created: TestDatabase
let workers: [Tier, Tier]
beforeAll(async () => {
  created = await createTestDatabase()
  // Each has a memory of its own, as two processes have.
  workers = [postgresTier(created.url, [wide]), postgresTier(created.url, [wide])]
})
afterAll(async () => {
  for (const worker of workers) await worker.close()
  await created.drop()
})

const stateOf = async (run: string) =>
  (await workers[0].deps.graphs.get('wide', '1').compiled.getState({ configurable: { thread_id: run } })).values
const engines = () => workers.map(({ deps }) => deps)
const begin = () => {
  ran = []
  return workers[0].addRun(wide, { n: 0 })
}
const everyPiece = Array.from({ length: WIDTH }, (_, n) => `${n}`)
const once = [...everyPiece.map((n) => `piece ${n}`), 'join'].toSorted()

describe('a wide superstep', () => {
  it('whose tasks two workers share runs each of them once, and ends with what all of them brought', async () => {
    const run = await begin()
    const waiting = await drive(engines(), run)
    expect(waiting).toMatchObject({ status: 'running', waiting: 1 })
    await workers[1].answer(waiting.waits[0]?.review ?? '', 'approve')
    expect((await drive(engines().toReversed(), run)).status).toBe('done')
    expect(ran.toSorted()).toEqual(once)
    expect(await stateOf(run)).toEqual({ n: WIDTH, parts: everyPiece })
  })

  it('goes on with the task that failed, and with it alone', async () => {
    const run = await begin()
    isBroken = true
    await expect(drive(engines(), run)).rejects.toThrow('broken')
    isBroken = false
    const waiting = await drive(engines(), run)
    await workers[0].answer(waiting.waits[0]?.review ?? '', 'approve')
    expect((await drive(engines(), run)).status).toBe('done')
    expect(ran.toSorted()).toEqual(once)
    expect(await stateOf(run)).toEqual({ n: WIDTH, parts: everyPiece })
  })

  it('is kept in mind with its tasks, the latest hundred of them; one of few tasks is not', () => {
    const steps = new WideSteps()
    const tasks = (many: number) => Array.from({ length: many }, (_, n) => ({ id: `t${n}`, name: 'piece' }))
    steps.note('narrow', tasks(8))
    for (let n = 0; n <= 100; n++) steps.note(`wide ${n}`, tasks(9))
    expect(['narrow', 'wide 0', 'wide 1', 'wide 100'].map((checkpoint) => steps.get(checkpoint)?.length)).toEqual([
      undefined,
      undefined,
      9,
      9,
    ])
  })
})
