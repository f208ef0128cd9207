import { schema } from '@countersign/db'
import { CountersignError, runWorkflowId } from '@countersign/workflows/contract'
import { Annotation, interrupt, Send, START, StateGraph } from '@langchain/langgraph'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { defineGraph } from '../../activities/src/engine/index.ts'
import { type RunningWorker, startWorker } from '../../apps/worker/src/start-worker.ts'
import { type Scene, setScene } from '../test/scene.ts'
import { createTestNamespace, type TestNamespace } from '../test/temporal.ts'
import type { CountersignClient, ReviewSummary, RunDetail } from './types.ts'

const Notes = Annotation.Root({
  notes: Annotation<string[]>({ reducer: (all, more) => all.concat(more), default: () => [] }),
  broken: Annotation<boolean>({ reducer: (_, next) => next, default: () => false }),
})
const line = defineGraph({
  name: 'line',
  version: '1',
  graph: new StateGraph(Notes)
    .addNode('write', () => ({ notes: ['written'] }), { metadata: { quick: true } })
    .addNode('ask', () => ({ notes: [JSON.stringify(interrupt('well?'))] }), { metadata: { quick: true } })
    .addNode(
      'check',
      ({ broken }) => {
        if (broken) throw new CountersignError('no_text', 'There is nothing to check.')
        return { notes: ['checked'] }
      },
      { metadata: { quick: true } },
    )
    .addEdge(START, 'write')
    .addEdge('write', 'ask')
    .addEdge('ask', 'check'),
})
const fan = defineGraph({
  name: 'fan',
  version: '1',
  graph: new StateGraph(Notes)
    .addNode('split', () => ({}), { metadata: { quick: true } })
    .addNode('part', ({ notes }) => ({ notes: [`${notes.at(-1)}!`] }), { metadata: { quick: true } })
    .addEdge(START, 'split')
    .addConditionalEdges('split', () => ['a', 'b', 'c'].map((note) => new Send('part', { notes: [note] })), ['part']),
})

/** Its node runs on a task queue of its own. */
const apart = defineGraph({
  name: 'apart',
  version: '1',
  graph: new StateGraph(Notes)
    .addNode('write', () => ({ notes: ['from another queue'] }), { metadata: { queue: 'heavy' } })
    .addEdge(START, 'write'),
})

let scene: Scene
let temporal: TestNamespace
let worker: RunningWorker
let ada: CountersignClient

const work = (): Promise<RunningWorker> =>
  startWorker({
    databaseUrl: scene.url,
    temporalAddress: temporal.address,
    temporalNamespace: temporal.namespace,
    graphs: [line, fan, apart],
    log: pino({ level: 'silent' }),
  })

beforeAll(async () => {
  ;[scene, temporal] = await Promise.all([setScene(), createTestNamespace()])
  worker = await work()
  ada = scene.client({ temporalAddress: temporal.address, temporalNamespace: temporal.namespace })
})
afterAll(async () => {
  await worker.stop()
  await temporal.close()
  await scene.close()
})

const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 20_000, interval: 30 })
const reach = (run: string, status: RunDetail['status']): Promise<RunDetail> =>
  eventually(async () => {
    const detail = await ada.getRun(run)
    expect(detail.status).toBe(status)
    return detail
  })
const openReview = (run: string): Promise<ReviewSummary> =>
  eventually(async () => {
    const [review] = (await ada.listReviews({ run, status: 'open' })).items
    expect(review).toBeDefined()
    if (review === undefined) throw new Error('no review')
    return review
  })

test('a run waits for a person, takes the answer in, and shows each step', async () => {
  const { run } = await ada.startRun({ graph: 'line', input: { notes: [] } })
  const review = await openReview(run)
  await reach(run, 'waiting')
  expect((await ada.listCheckpoints(run)).at(-1)).toMatchObject({ nodes: ['write'], next: ['ask'] })
  await ada.decide({ review: review.id, verb: 'edit', value: 'fine' })
  await reach(run, 'done')
  expect((await ada.listCheckpoints(run)).map(({ nodes, next }) => [nodes, next]).slice(-4)).toEqual([
    [[], ['write']],
    [['write'], ['ask']],
    [['ask'], ['check']],
    [['check'], []],
  ])
  const { values } = await ada.getState(run)
  expect(values.notes).toHaveLength(3)
  expect((await ada.getReview(review.id)).decision).toMatchObject({ by: 'ada', appliedAt: expect.any(String) })
  const owed = await scene.database.db.select().from(schema.outbox).where(eq(schema.outbox.run, run))
  expect(owed.every(({ doneAt }) => doneAt !== null)).toBe(true)
})

test('a node that names a task queue runs on it', async () => {
  const { run } = await ada.startRun({ graph: 'apart', input: { notes: [] } })
  await reach(run, 'done')
  expect((await ada.getState(run)).values.notes).toEqual(['from another queue'])
})

test('a worker refuses to serve a queue that no node runs on', async () => {
  const started = startWorker({
    databaseUrl: scene.url,
    temporalAddress: temporal.address,
    temporalNamespace: temporal.namespace,
    graphs: [apart],
    queues: ['haevy'],
    log: pino({ level: 'silent' }),
  })
  await expect(started).rejects.toThrow('No node runs on the queue “haevy”. The registered graphs use: countersign, heavy.')
})

test('a fan-out is one step of its node', async () => {
  const { run } = await ada.startRun({ graph: 'fan', input: { notes: [] } })
  await reach(run, 'done')
  expect((await ada.listCheckpoints(run)).at(-1)).toMatchObject({ nodes: ['part'] })
  expect((await ada.getState(run)).values.notes).toEqual(['a!', 'b!', 'c!'])
})

test('a parked run goes on after its state was edited', async () => {
  const { run } = await ada.startRun({ graph: 'line', input: { broken: true } })
  await ada.decide({ review: (await openReview(run)).id, verb: 'edit', value: 'go on' })
  const parked = await reach(run, 'parked')
  expect(parked.error).toMatchObject({ code: 'no_text', node: 'check' })
  const incident = await ada.getReview((await openReview(run)).id)
  expect(incident).toMatchObject({ kind: 'incident', graph: 'line' })
  expect(incident.attempts).toMatchObject([{ node: 'check', status: 'failed' }])
  await ada.decide({ review: incident.id, verb: 'edit', value: { broken: false } })
  await reach(run, 'done')
})

test('a decision made while Temporal and worker are away is taken in when they are back', async () => {
  const { run } = await ada.startRun({ graph: 'line', input: {} })
  const review = await openReview(run)
  await worker.stop()
  await temporal.client.workflow.getHandle(runWorkflowId('acme', run)).terminate('lost')
  await scene.client().decide({ review: review.id, verb: 'edit', value: 'late' })
  worker = await work()
  await reach(run, 'done')
})

test('a run that waits is cancelled, and its review withdrawn', async () => {
  const { run } = await ada.startRun({ graph: 'line', input: {} })
  const review = await openReview(run)
  await ada.cancelRun(run)
  await reach(run, 'cancelled')
  expect((await ada.getReview(review.id)).status).toBe('withdrawn')
  await expect(ada.decide({ review: review.id, verb: 'edit', value: 'x' })).rejects.toMatchObject({ code: 'run_ended' })
})

test('a finished run is forked from the step before its question, asks again, and stays as it was', async () => {
  const { run } = await ada.startRun({ graph: 'line', input: { notes: [] } })
  await ada.decide({ review: (await openReview(run)).id, verb: 'edit', value: 'first' })
  await reach(run, 'done')
  const before = await ada.getState(run)
  const checkpoint = (await ada.listCheckpoints(run)).find(({ next }) => next.includes('ask'))?.id
  const { run: fork } = await ada.forkRun(run, { checkpoint, edit: { values: { notes: ['changed'] } } })
  await ada.decide({ review: (await openReview(fork)).id, verb: 'edit', value: 'second' })
  await reach(fork, 'done')
  expect((await ada.getState(fork)).values.notes).toEqual(['changed', expect.stringContaining('second'), 'checked'])
  expect(await ada.getState(run)).toEqual(before)
})

test('a run that waits is edited where it stands, and asks anew', async () => {
  const { run } = await ada.startRun({ graph: 'line', input: { notes: [] } })
  const review = await openReview(run)
  await reach(run, 'waiting')
  await ada.editRun(run, { values: { notes: ['by hand'] }, reason: 'wrong document' })
  expect((await ada.getReview(review.id)).status).toBe('withdrawn')
  await ada.decide({ review: (await openReview(run)).id, verb: 'edit', value: 'fine' })
  await reach(run, 'done')
  expect((await ada.getState(run)).values.notes).toEqual(['by hand', expect.stringContaining('fine'), 'checked'])
})

test('a decision that the run has taken in is not sent back, but what it says leads to a fork that asks again', async () => {
  const { run } = await ada.startRun({ graph: 'line', input: { notes: [] } })
  const review = await openReview(run)
  await ada.decide({ review: review.id, verb: 'edit', value: 'hasty' })
  await reach(run, 'done')
  const refused: unknown = await ada.sendBack(review.id, 'look again').catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'run_passed', details: { run, checkpoint: expect.any(String) } })
  const details: Record<string, unknown> = refused instanceof CountersignError ? refused.details : {}
  const { run: fork } = await ada.forkRun(String(details.run), { checkpoint: String(details.checkpoint), reason: 'look again' })
  expect(await openReview(fork)).toMatchObject({ node: 'ask' })
})
