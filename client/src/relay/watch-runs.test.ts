import { recordQueues, recordWorker, schema } from '@countersign/db'
import { DEFAULT_QUEUE, newRunId, runWorkflowId } from '@countersign/workflows/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { registerGraph, type Scene, setScene } from '../../test/scene.ts'
import { createTestNamespace, type TestNamespace } from '../../test/temporal.ts'
import type { CountersignClient } from '../types.ts'
import { openTemporal } from './index.ts'
import { createWatchdog, type Watchdog } from './watch-runs.ts'

let scene: Scene
let temporal: TestNamespace
let ada: CountersignClient
let watchdog: Watchdog
const log = { info: () => undefined, warn: () => undefined }

beforeAll(async () => {
  ;[scene, temporal] = await Promise.all([setScene(), createTestNamespace()])
  ada = scene.client()
  watchdog = createWatchdog({ database: scene.database, client: temporal.client, log })
  await registerGraph(scene.database, 'scans')
  await recordQueues(scene.database.db, { name: 'scans', version: '1', queues: { index: 'ocr' } })
})
afterAll(async () => {
  await temporal.close()
  await scene.close()
})
beforeEach(async () => {
  await query('truncate countersign.runs, countersign.outbox, countersign.workers, countersign.stalls cascade')
})

const query = async (sql: string, ...values: unknown[]) => (await scene.database.pool.query(sql, values)).rows
const work = (id: string, queues = [DEFAULT_QUEUE]) => recordWorker(scene.database.db, { id, queues, graphs: [] })
const silence = (worker: string) => query(`update countersign.workers set seen_at = now() - interval '20 seconds' where id = $1`, worker)

interface Still {
  status?: 'running' | 'waiting'
  next?: string[]
  checkpoint?: string | null
  seconds?: number
}

/** A run that has not moved for so many seconds. */
async function still({ status = 'running', next = ['index'], checkpoint = 'c1', seconds = 10 }: Still = {}): Promise<string> {
  const id = newRunId()
  const updatedAt = new Date(Date.now() - seconds * 1000)
  const row = { id, tenant: 'acme', graph: 'scans', version: '1', title: 'Scan', input: {}, createdBy: 'ada', status, next, checkpoint }
  await scene.database.db.insert(schema.runs).values({ ...row, updatedAt, createdAt: updatedAt })
  return id
}
const owe = (run: string, topic: string, seconds: number, review: string | null = null) =>
  query(
    `insert into countersign.outbox (tenant, topic, run, review, created_at, next_at)
     values ('acme', $2, $1, $3, now() - make_interval(secs => $4), now() + interval '1 hour')`,
    run,
    topic,
    review,
    seconds,
  )
const attempt = (run: string, worker: string) =>
  query(
    `insert into countersign.attempts (tenant, run, checkpoint, task, fence, token, node, step, activity, activity_attempt, worker, started_at)
     values ('acme', $1, 'c1', 't', 1, 'x', 'index', 1, 'a', 1, $2, now() - interval '10 seconds')`,
    run,
    worker,
  )
const stalls = async () => {
  await watchdog.lookOnce()
  return (await ada.listStalls()).map(({ run, reason, data }) => ({ run, reason, data }))
}

describe('a run that nothing moves', () => {
  it('is named for the queue that no worker serves, and no longer once one does', async () => {
    const run = await still({ next: ['load'] })
    expect(await stalls()).toEqual([{ run, reason: 'no_worker', data: { queue: DEFAULT_QUEUE } }])
    await work('w1')
    const scan = await still()
    expect(await stalls()).toEqual(expect.arrayContaining([{ run: scan, reason: 'no_worker', data: { queue: 'ocr', node: 'index' } }]))
    await work('w2', ['ocr'])
    expect((await stalls()).filter(({ reason }) => reason === 'no_worker')).toEqual([])
  })

  it('is named for its worker that has fallen silent, in the middle of a node', async () => {
    await work('w1', [DEFAULT_QUEUE, 'ocr'])
    await work('dead', [DEFAULT_QUEUE, 'ocr'])
    const [run, moving] = [await still(), await still()]
    await attempt(run, 'dead')
    await attempt(moving, 'w1')
    expect(await stalls()).toEqual([])
    await silence('dead')
    expect(await stalls()).toEqual([{ run, reason: 'heartbeat_lost', data: { node: 'index', worker: 'dead' } }])
    await query('update countersign.runs set updated_at = now() where id = $1', run)
    expect(await stalls()).toEqual([])
  })

  it('is named as decided and not resumed, within 30 s of the decision', async () => {
    await work('w1')
    const run = await still({ status: 'waiting', next: ['load'], seconds: 60 })
    await owe(run, 'decided', 20, 'rv_1')
    expect(await stalls()).toEqual([])
    await query(`update countersign.outbox set created_at = now() - interval '25 seconds'`)
    expect(await stalls()).toEqual([{ run, reason: 'decided_not_resumed', data: { review: 'rv_1' } }])
    expect((await ada.health()).stalls).toEqual({ decided_not_resumed: 1 })
    expect((await watchdog.metrics()).stalls).toEqual({ decided_not_resumed: 1 })
    await query('update countersign.outbox set done_at = now()')
    expect(await stalls()).toEqual([])
  })

  it('is named as not started where Temporal has not begun it', async () => {
    await work('w1')
    const run = await still({ checkpoint: null, next: [], seconds: 20 })
    await owe(run, 'start', 20)
    expect(await stalls()).toEqual([{ run, reason: 'not_started', data: {} }])
    expect(await scene.client({ tenant: 'other' }).listStalls()).toEqual([])
  })

  it('because Temporal has lost it is owed its start again, once, and that is recorded', async () => {
    await work('w1')
    const run = await still({ next: ['load'] })
    expect(await stalls()).toEqual([{ run, reason: 'workflow_lost', data: {} }])
    await stalls()
    const owed = () => query('select topic, run from countersign.outbox where done_at is null')
    expect(await owed()).toEqual([{ topic: 'start', run }])
    expect(await query(`select event from countersign.audit where run = $1`, run)).toEqual([{ event: 'run.recovered' }])
  })

  it('whose workers were lost again and again is begun anew, instead of being left alone for minutes', async () => {
    await work('w1')
    const run = await still({ next: ['load'], seconds: 60 })
    const { client, namespace } = temporal
    const workflowId = runWorkflowId('acme', run)
    const taskQueue = `lost-${run}`
    await client.workflow.start('graphRun', { workflowId, taskQueue, workflowTaskTimeout: '1 second', args: [{ tenant: 'acme', run }] })
    // A worker that takes the task and is never heard of again, until Temporal waits longer for its answer.
    const task = { namespace, taskQueue: { name: taskQueue }, identity: 'lost' }
    const take = () => client.withDeadline(Date.now() + 10_000, () => client.workflowService.pollWorkflowTaskQueue(task))
    let attempt = 0
    while (attempt < 4) attempt = Math.max(attempt, (await take()).attempt ?? 0)
    const { runId } = await client.workflow.getHandle(workflowId).describe()
    const patient = createWatchdog({ database: scene.database, client, log, heldSeconds: 3 })
    await expect
      .poll(async () => {
        await patient.lookOnce()
        return (await patient.metrics()).recovered
      })
      .toBe(1)
    expect((await client.workflow.getHandle(workflowId).describe()).runId).not.toBe(runId)
    expect(await query('select event from countersign.audit where run = $1', run)).toEqual([{ event: 'run.recovered' }])
    await client.workflow.getHandle(workflowId).terminate()
  })

  it('is told of as a change of the run, when it is named and when it moves again', async () => {
    const run = await still({ next: ['load'] })
    const end = new AbortController()
    const changes = ada.watch(end.signal)[Symbol.asyncIterator]()
    // The first only says that listening has begun.
    expect((await changes.next()).value).toMatchObject({ id: '*' })
    const untilTold = async () => {
      for (;;) if ((await changes.next()).value?.run === run) return
    }
    await stalls()
    await untilTold()
    await work('w1')
    await query(`update countersign.runs set status = 'done' where id = $1`, run)
    await stalls()
    await untilTold()
    end.abort()
  })
})

describe('the watchdogs of several workers', () => {
  it('do not look at the same time', async () => {
    await still({ next: ['load'] })
    const client = await scene.database.pool.connect()
    await client.query('select pg_advisory_lock(7302118)')
    expect(await stalls()).toEqual([])
    await client.query('select pg_advisory_unlock(7302118)')
    client.release()
    expect(await stalls()).toHaveLength(1)
  })

  it('name what they can while Temporal does not answer', async () => {
    const nowhere = await openTemporal({ address: '127.0.0.1:9', namespace: 'default' })
    await work('w1')
    const run = await still({ checkpoint: null, next: [], seconds: 20 })
    await owe(run, 'start', 20)
    const decided = await still({ status: 'waiting', seconds: 60 })
    await owe(decided, 'decided', 26, 'rv_2')
    await createWatchdog({ database: scene.database, client: nowhere.client, log }).lookOnce()
    const reasons = (await ada.listStalls()).map((stall) => stall.reason)
    expect(reasons.toSorted()).toEqual(['decided_not_resumed', 'not_started'])
    await nowhere.connection.close()
  })

  it('take a round over five thousand runs that wait for their turn in less than five seconds', async () => {
    await work('w1', [DEFAULT_QUEUE, 'ocr'])
    await query(
      `insert into countersign.runs (id, tenant, graph, version, title, input, created_by, status, next, checkpoint, updated_at)
       select 'r_' || n, 'acme', 'scans', '1', 'Scan', '{}', 'ada', 'running', '{index}', 'c1', now() - interval '1 minute'
         from generate_series(1, 5000) n`,
    )
    const before = performance.now()
    await watchdog.lookOnce()
    expect(performance.now() - before).toBeLessThan(5_000)
  })
})
