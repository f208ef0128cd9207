import { fileURLToPath } from 'node:url'
import { schema } from '@countersign/db'
import { runWorkflowId } from '@countersign/workflows/contract'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { registerGraph, type Scene, setScene } from '../../test/scene.ts'
import { createTestNamespace, type TestNamespace } from '../../test/temporal.ts'
import type { CountersignClient } from '../types.ts'
import { createRelay, openTemporal, type Relay } from './index.ts'

const silent = { info: () => undefined, warn: () => undefined }
let scene: Scene
let temporal: TestNamespace
let ada: CountersignClient
let relays: Relay[] = []

beforeAll(async () => {
  ;[scene, temporal] = await Promise.all([setScene(), createTestNamespace()])
  await registerGraph(scene.database)
  await temporal.work({ workflowsPath: fileURLToPath(new URL('../../test/workflows.ts', import.meta.url)) })
  ada = scene.client()
})
afterEach(async () => {
  await Promise.all(relays.map((relay) => relay.stop()))
  relays = []
})
afterAll(async () => {
  await temporal.close()
  await scene.close()
})

const startRelay = (): Relay => {
  const relay = createRelay({ database: scene.database, client: temporal.client, log: silent, intervalMs: 500 })
  relay.start()
  relays.push(relay)
  return relay
}
const heardBy = (run: string): Promise<string[]> => temporal.client.workflow.getHandle(runWorkflowId('acme', run)).query<string[]>('heard')
const owedTo = (run: string) => scene.database.db.select().from(schema.outbox).where(eq(schema.outbox.run, run))
const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 20_000, interval: 50 })
/** What the engine does when it takes a message in. */
const acknowledge = (run: string) => scene.database.db.update(schema.outbox).set({ doneAt: new Date() }).where(eq(schema.outbox.run, run))

test('a decision made while Temporal is down is delivered once it is back, even to a workflow that Temporal has lost', async () => {
  const run = await scene.run()
  const review = await scene.review(run)
  await ada.decide({ review: review.id, verb: 'approve' })
  startRelay()
  await eventually(async () => expect(await heardBy(run)).toContain(review.id))
  await acknowledge(run)
})

test('the door delivers at once, without the relay', async () => {
  const near = scene.client({ temporalAddress: temporal.address, temporalNamespace: temporal.namespace })
  const { run } = await near.startRun({ graph: 'ingest', input: {} })
  await eventually(async () => expect(await heardBy(run)).toEqual([]))
  const review = await scene.review(run)
  await near.decide({ review: review.id, verb: 'approve' })
  await eventually(async () => expect(await heardBy(run)).toEqual([review.id]))
  await acknowledge(run)
})

test('a message is sent again until the run acknowledges it, ever more rarely, and then no more', async () => {
  const { run } = await ada.startRun({ graph: 'ingest', input: {} })
  const review = await scene.review(run)
  await ada.decide({ review: review.id, verb: 'approve' })
  startRelay()
  await eventually(async () => expect((await heardBy(run)).length).toBeGreaterThanOrEqual(2))
  for (const { attempts, nextAt, topic } of await owedTo(run)) {
    expect(nextAt.getTime() - Date.now(), `${topic} after ${attempts} attempts`).toBeLessThanOrEqual(2 ** (attempts - 1) * 1000)
  }
  await acknowledge(run)
  const before = await owedTo(run)
  await scene.database.db
    .update(schema.outbox)
    .set({ nextAt: new Date(0) })
    .where(eq(schema.outbox.run, run))
  const other = await ada.startRun({ graph: 'ingest', input: {} })
  await eventually(async () => expect(await heardBy(other.run)).toEqual([]))
  expect((await owedTo(run)).map(({ attempts }) => attempts)).toEqual(before.map(({ attempts }) => attempts))
  await acknowledge(other.run)
})

test('a wish to cancel is delivered until the run has ended', async () => {
  const { run } = await ada.startRun({ graph: 'ingest', input: {} })
  await ada.cancelRun(run)
  await ada.cancelRun(run)
  expect((await owedTo(run)).filter(({ topic }) => topic === 'cancel')).toHaveLength(1)
  startRelay()
  await eventually(async () => expect(await temporal.client.workflow.getHandle(runWorkflowId('acme', run)).result()).toEqual(['cancel']))
  await scene.database.db.update(schema.runs).set({ status: 'cancelled' }).where(eq(schema.runs.id, run))
  await eventually(async () => expect((await owedTo(run)).every(({ doneAt }) => doneAt !== null)).toBe(true))
  await expect(ada.cancelRun(run)).rejects.toMatchObject({ code: 'run_ended', status: 409 })
})

test('nothing more is sent to a run that has ended', async () => {
  const run = await scene.run()
  const review = await scene.review(run)
  await ada.decide({ review: review.id, verb: 'approve' })
  await scene.database.db.update(schema.runs).set({ status: 'aborted' }).where(eq(schema.runs.id, run))
  startRelay()
  await eventually(async () => expect((await owedTo(run))[0]?.doneAt).not.toBeNull())
  await expect(heardBy(run)).rejects.toThrow()
})

test('two relays share the work: no message is taken twice at a time', async () => {
  const runs = await Promise.all(Array.from({ length: 120 }, async () => (await ada.startRun({ graph: 'ingest', input: {} })).run))
  await scene.database.db.execute(sql`update ${schema.outbox} set next_at = now() where done_at is null`)
  const [one, two] = [startRelay(), startRelay()]
  await eventually(async () => {
    const [a, b] = [await one.metrics(), await two.metrics()]
    expect(a.delivered + b.delivered).toBeGreaterThanOrEqual(120)
  })
  for (const run of runs) expect((await owedTo(run))[0]?.attempts).toBeGreaterThanOrEqual(1)
  await scene.database.db.update(schema.outbox).set({ doneAt: new Date() })
})

test('decisions that no run has taken in for thirty seconds are counted, for the relay and for the tenant', async () => {
  const relay = createRelay({ database: scene.database, client: temporal.client, log: silent })
  const run = await scene.run()
  const review = await scene.review(run)
  await ada.decide({ review: review.id, verb: 'approve' })
  expect(await relay.metrics()).toMatchObject({ owed: 1, decidedNotResumed: 0 })
  const past = new Date(Date.now() - 31_000)
  await scene.database.db.update(schema.outbox).set({ createdAt: past }).where(eq(schema.outbox.run, run))
  expect(await relay.metrics()).toMatchObject({ owed: 1, decidedNotResumed: 1 })
  expect(await ada.health()).toMatchObject({ decidedNotResumed: 1 })
  expect(await scene.client({ tenant: 'other' }).health()).toMatchObject({ decidedNotResumed: 0 })
  await acknowledge(run)
})

test('a relay that cannot reach Temporal notes why, and goes on', async () => {
  const { run } = await ada.startRun({ graph: 'ingest', input: {} })
  const { client, connection } = await openTemporal({ address: '127.0.0.1:9', namespace: 'default' })
  const warnings: string[] = []
  const relay = createRelay({
    database: scene.database,
    client,
    log: { ...silent, warn: (_details, message) => warnings.push(message) },
    intervalMs: 200,
  })
  relay.start()
  await eventually(async () =>
    expect((await owedTo(run))[0]).toMatchObject({ lastError: expect.stringContaining('UNAVAILABLE'), doneAt: null }),
  )
  expect(warnings[0]).toContain('sent again')
  await relay.stop()
  await connection.close()
  startRelay()
  await eventually(async () => expect(await heardBy(run)).toEqual([]))
  await acknowledge(run)
})
