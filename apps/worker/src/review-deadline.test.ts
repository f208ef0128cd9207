import { createReviewActivities } from '@countersign/activities'
import { createEngineActivities, defineGraph, drawGraph } from '@countersign/activities/engine'
import type { CountersignClient } from '@countersign/client'
import { createRelay, type Relay } from '@countersign/client/relay'
import { registerGraph } from '@countersign/db'
import { type ReviewPolicy, resumeValueSchema, reviewRequest } from '@countersign/workflows/contract'
import { Annotation, END, interrupt, START, StateGraph } from '@langchain/langgraph'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Scene, setScene } from '../../../client/test/scene.ts'
import { createTestNamespace, type TestNamespace } from '../../../client/test/temporal.ts'
import { type ConnectedEngine, connectEngine } from './connect-engine.ts'
import { until } from './testing/until.ts'
import { loadWorkflowBundle } from './workflow-bundle.ts'

const State = Annotation.Root({ answer: Annotation<string>() })
const asks = defineGraph({
  name: 'asks',
  version: '1',
  graph: new StateGraph(State)
    .addNode(
      'ask',
      () => {
        const request = reviewRequest({ kind: 'question', title: 'Ship it?', proposal: null })
        const { verb, value, by, byDefault } = resumeValueSchema.parse(interrupt(request))
        return { answer: `${verb} ${value} by ${by}${byDefault ? ', by default' : ''}` }
      },
      { metadata: { quick: true } },
    )
    .addEdge(START, 'ask')
    .addEdge('ask', END),
})

let scene: Scene
let temporal: TestNamespace
let engine: ConnectedEngine
let relay: Relay
let ada: CountersignClient
let stopWorker: () => Promise<void>

beforeAll(async () => {
  ;[scene, temporal] = await Promise.all([setScene(), createTestNamespace()])
  const log = pino({ level: 'silent' })
  engine = connectEngine({ databaseUrl: scene.url, graphs: [asks], log })
  const { name, version } = asks
  await registerGraph(engine.database.pool, { name, version, drawing: await drawGraph(engine.deps.graphs.get(name, version)) })
  ada = scene.client({ temporalAddress: temporal.address, temporalNamespace: temporal.namespace })
  stopWorker = await work()
  relay = createRelay({ database: scene.database, client: temporal.client, log, intervalMs: 500 })
  relay.start()
})
afterAll(async () => {
  await relay.stop()
  await temporal.close()
  await engine.close()
  await scene.close()
})

async function work(): Promise<() => Promise<void>> {
  const activities = { ...createEngineActivities(engine.deps), ...createReviewActivities({ db: scene.database.db }) }
  return temporal.work({ workflowBundle: await loadWorkflowBundle(), activities })
}

/** Starts a run under this policy of its graph, and gives it with its review. */
async function start(deadline: ReviewPolicy['deadline']): Promise<{ run: string; review: string }> {
  await ada.setPolicy('graph:asks', { deadline })
  const { run } = await ada.startRun({ graph: 'asks', input: {} })
  const review = await until('the run asks', async () => (await ada.getRun(run)).openReviews[0])
  return { run, review }
}
const untilStatus = (run: string, status: string) => until(`run is ${status}`, async () => (await ada.getRun(run)).status === status)
const answerOf = async (run: string) => (await ada.getState(run)).values.answer
const hasHappened = async (review: string, event: string) => {
  const sql = 'select 1 from countersign.audit where review = $1 and event = $2'
  return (await scene.database.pool.query(sql, [review, event])).rowCount === 1
}

describe('a run that nobody answers in time', () => {
  it('goes on with the default of its policy, and its node knows that it was one', async () => {
    const { run } = await start({ within: 1, steps: [], last: { after: 1, do: 'default', value: 'later' } })
    await untilStatus(run, 'done')
    expect(await answerOf(run)).toBe('respond later by deadline, by default')
  })

  it('is parked where that is the last resort, and goes on once somebody has answered', async () => {
    const { run, review } = await start({ within: 1, steps: [], last: { after: 1, do: 'park' } })
    await untilStatus(run, 'parked')
    await ada.decide({ review, verb: 'respond', value: 'now' })
    await untilStatus(run, 'done')
    expect(await answerOf(run)).toBe('respond now by ada')
    expect((await ada.getRun(run)).error).toBeNull()
  })

  it('is watched by the next worker when the one that watched it has stopped', async () => {
    const { run, review } = await start({
      within: 1,
      steps: [{ after: 1, do: 'remind' }],
      last: { after: 3, do: 'default', value: 'no' },
    })
    await until('the reminder', () => hasHappened(review, 'review.reminded'))
    await stopWorker()
    stopWorker = await work()
    await untilStatus(run, 'done')
    expect(await answerOf(run)).toContain('respond no by deadline')
  })
})
