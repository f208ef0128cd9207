import { type AnyStateGraph, defineGraph } from '@countersign/activities/engine'
import { Annotation, END, interrupt, Send, START, StateGraph } from '@langchain/langgraph'
import { WorkflowNotFoundError } from '@temporalio/client'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../infra/test/database.ts'
import { type EngineStage, openEngineStage, type TestRun, type TestWorker } from './testing/engine-stage.ts'
import { measurePayloads, readHistories } from './testing/read-histories.ts'

const QUICK = { metadata: { quick: true } }
const LARGEST_PAYLOAD = 16 * 1024

const State = Annotation.Root({
  n: Annotation<number>(),
  parts: Annotation<string[]>({ reducer: (all, more) => all.concat(more), default: () => [] }),
})

const SUPERSTEPS = 3_000
const loop = define(
  'loop',
  new StateGraph(State)
    .addNode('again', async ({ n }) => ({ n: n + 1 }), QUICK)
    .addEdge(START, 'again')
    .addConditionalEdges('again', ({ n }) => (n < SUPERSTEPS ? 'again' : END), ['again', END]),
)

const HEAVY_NODES = 30
const MEGABYTES = 10
const SHARE = 'x'.repeat((MEGABYTES * 1024 * 1024) / HEAVY_NODES)
const heavy = define('heavy', heavyGraph())

/** Each node adds its share to what the ones before it left. */
function heavyGraph(): AnyStateGraph {
  const graph: AnyStateGraph = new StateGraph(State)
  const names = Array.from({ length: HEAVY_NODES }, (_, n) => `node${n}`)
  for (const [at, name] of names.entries()) {
    graph.addNode(name, async () => ({ parts: [SHARE], n: at + 1 }), at % 2 ? QUICK : {})
    graph.addEdge(names[at - 1] ?? START, name)
  }
  return graph.addEdge(names.at(-1) ?? START, END)
}

const WIDE = 400
const ASKING = 120
const wide = define(
  'wide',
  new StateGraph(State)
    .addNode(
      'piece',
      async ({ n }) => {
        if (n < ASKING) interrupt({ text: `piece ${n}: ${'long question '.repeat(100)}` })
        return { parts: [`${n}`] }
      },
      { metadata: { quick: true, startToClose: 30_000, retries: 3 } },
    )
    .addNode('join', async ({ parts }) => ({ n: parts.length }), QUICK)
    .addConditionalEdges(START, () => Array.from({ length: WIDE }, (_, n) => new Send('piece', { n })), ['piece'])
    .addEdge('piece', 'join')
    .addEdge('join', END),
)

const MANY = 55
const crowded = define(
  'crowded',
  new StateGraph(State).addNode('all', crowdedGraph().compile(), QUICK).addEdge(START, 'all').addEdge('all', END),
)

/** One task of the parent that asks more than a workflow lists. */
function crowdedGraph() {
  return new StateGraph(State)
    .addNode('one', async ({ n }) => {
      interrupt(n)
      return { parts: [`${n}`] }
    })
    .addConditionalEdges(START, () => Array.from({ length: MANY }, (_, n) => new Send('one', { n })), ['one'])
    .addEdge('one', END)
}

function define(name: string, graph: AnyStateGraph) {
  return defineGraph({ name, version: '1', graph })
}

let created: TestDatabase
let stage: EngineStage
let worker: TestWorker
beforeAll(async () => {
  created = await createTestDatabase()
  stage = await openEngineStage({ databaseUrl: created.url, address: inject('temporalAddress') })
  worker = await stage.work([loop, heavy, wide, crowded])
})
afterAll(async () => {
  await stage.close()
  await created.drop()
})

async function startKnowing(graph: typeof loop, input: Record<string, unknown>) {
  const run = await stage.start(graph, input)
  const { workflowId, runId } = await run.handle.describe()
  return { run, executions: () => readHistories(stage.client, workflowId, runId) }
}

const answerAll = async (run: TestRun, reviews: { id: string }[]) => {
  for (const { id } of reviews) await stage.decide(id, 'approve')
  // One attempt takes in every answer that is there, so the run may end before it has been told of all.
  for (const { id } of reviews) await stage.tell(run, id).catch(ignoreEnded)
}

function ignoreEnded(error: unknown): void {
  if (!(error instanceof WorkflowNotFoundError)) throw error
}

describe('a run', () => {
  it(`of ${SUPERSTEPS} supersteps ends right, no execution of it growing to 10,000 events`, { timeout: 600_000 }, async () => {
    const { run, executions } = await startKnowing(loop, { n: 0 })
    await run.handle.result()
    expect(await stage.stateOf(worker, loop, run.run)).toEqual({ n: SUPERSTEPS, parts: [] })
    const lengths = (await executions()).map(({ events }) => events.length)
    expect(Math.max(...lengths)).toBeLessThan(10_000)
  })

  it(`of ${HEAVY_NODES} nodes that carries ${MEGABYTES} MB of state keeps them out of Temporal`, { timeout: 600_000 }, async () => {
    const { run, executions } = await startKnowing(heavy, { n: 0 })
    await run.handle.result()
    const { parts, n } = await stage.stateOf(worker, heavy, run.run)
    expect(n).toBe(HEAVY_NODES)
    expect(parts).toEqual(Array.from({ length: HEAVY_NODES }, () => SHARE))
    expect(Math.max(...(await executions()).flatMap(({ events }) => measurePayloads(events)))).toBeLessThan(LARGEST_PAYLOAD)
  })

  it(`of ${WIDE} parallel tasks, ${ASKING} of which ask people, keeps its cursor small and ends right`, { timeout: 600_000 }, async () => {
    const { run, executions } = await startKnowing(wide, { n: 0 })
    const reviews = await stage.untilAsked(run.run, ASKING, 150_000)
    await answerAll(run, reviews.toReversed())
    await run.handle.result()
    const { n, parts } = await stage.stateOf(worker, wide, run.run)
    expect(n).toBe(WIDE)
    expect(parts).toEqual(Array.from({ length: WIDE }, (_, piece) => `${piece}`))
    expect(Math.max(...(await executions()).flatMap(({ events }) => measurePayloads(events)))).toBeLessThan(LARGEST_PAYLOAD)
  })

  it(`whose one node asks ${MANY} times at once takes in every answer`, { timeout: 600_000 }, async () => {
    const { run, executions } = await startKnowing(crowded, { n: 0 })
    const reviews = await stage.untilAsked(run.run, MANY, 150_000)
    // The last first: the workflow lists the first ones only.
    await answerAll(run, reviews.toReversed().slice(0, 5))
    await stage.untilAsked(run.run, MANY - 5, 150_000)
    await answerAll(run, reviews.toReversed().slice(5))
    await run.handle.result()
    const { parts } = await stage.stateOf(worker, crowded, run.run)
    expect(parts).toHaveLength(MANY)
    expect(Math.max(...(await executions()).flatMap(({ events }) => measurePayloads(events)))).toBeLessThan(LARGEST_PAYLOAD)
  })
})
