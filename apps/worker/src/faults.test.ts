import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { CountersignClient } from '@countersign/client'
import { createBlobStore } from '@countersign/db'
import { runWorkflowId } from '@countersign/workflows/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Scene, setScene } from '../../../client/test/scene.ts'
import { createTestNamespace, type TestNamespace } from '../../../client/test/temporal.ts'
import { type RunningWorker, startWorker } from './start-worker.ts'
import { FAULT_NODES, faultGraph } from './testing/fault-graph.ts'
import { type Cable, openProxy } from './testing/proxy.ts'
import { until } from './testing/until.ts'

// A worker in this process, whose ways to Postgres and to Temporal can be cut.
let scene: Scene
let temporal: TestNamespace
let toPostgres: Cable
let toTemporal: Cable
let worker: RunningWorker
let ada: CountersignClient
let small: string
/** What happens in the middle of a run. */
let middle: (run: string) => Promise<void>
let effects: string[]

const shell = promisify(execFile)

beforeAll(async () => {
  ;[scene, temporal] = await Promise.all([setScene(), createTestNamespace()])
  small = await mkdtemp(path.join(tmpdir(), 'countersign-small-'))
  const database = new URL(scene.url)
  ;[toPostgres, toTemporal] = await Promise.all([openProxy(database.host), openProxy(temporal.address)])
  database.host = toPostgres.address
  const effect = async (node: string, key: string) => {
    if (!effects.includes(`${node} ${key}`)) effects.push(`${node} ${key}`)
  }
  const hooks = { effect, middle: (run: string) => middle(run) }
  worker = await startWorker({
    databaseUrl: database.href,
    temporalAddress: toTemporal.address,
    temporalNamespace: temporal.namespace,
    graphs: [faultGraph('faults', hooks), faultGraph('full', hooks, { retries: 1 })],
    log: pino({ level: 'silent' }),
  })
  ada = scene.client({ temporalAddress: toTemporal.address, temporalNamespace: temporal.namespace })
})
afterAll(async () => {
  await worker.stop()
  await Promise.all([toPostgres.close(), toTemporal.close()])
  await temporal.close()
  await scene.close()
  await rm(small, { recursive: true })
})
beforeEach(() => {
  effects = []
  middle = async () => undefined
})

const start = async (graph = 'faults') => (await ada.startRun({ graph, title: graph, input: { notes: [] } })).run
const untilIs = (run: string, status: string) =>
  until(`the run is ${status}`, async () => (await ada.getRun(run)).status === status, 60_000)
const question = async (run: string) => (await ada.listReviews({ run, status: 'open' })).items[0]?.id ?? ''

/** As if nothing had happened: every node once, in its order, and every effect once. */
async function expectUndisturbed(run: string): Promise<void> {
  await untilIs(run, 'done')
  expect((await ada.getState(run)).values.notes).toEqual([...FAULT_NODES])
  expect(effects.map((effect) => effect.split(' ')[0])).toEqual(FAULT_NODES.filter((node) => node !== 'ask'))
}

describe('a run ends as the undisturbed one, every effect once, though', () => {
  it('Postgres goes away in the middle of a node and comes back', { timeout: 90_000 }, async () => {
    let struck = false
    middle = async () => {
      if (struck) return
      struck = true
      await toPostgres.cut()
      setTimeout(() => void toPostgres.mend(), 1_500)
    }
    const run = await start()
    await untilIs(run, 'waiting')
    await ada.decide({ review: await question(run), verb: 'approve' })
    await expectUndisturbed(run)
  })

  it('Temporal cannot be reached while people start and decide', { timeout: 90_000 }, async () => {
    const run = await start()
    await untilIs(run, 'waiting')
    await toTemporal.cut()
    await ada.decide({ review: await question(run), verb: 'approve' })
    const before = effects
    effects = []
    const other = await start()
    await expect.poll(async () => (await ada.health()).temporal).toBe(false)
    effects = [...before]
    await toTemporal.mend()
    await untilIs(run, 'done')
    await untilIs(other, 'waiting')
    await ada.decide({ review: await question(other), verb: 'approve' })
    await untilIs(other, 'done')
    const done = effects.map((effect) => effect.split(' ')[0] ?? '').toSorted()
    expect(done).toEqual(['first', 'first', 'last', 'last', 'middle', 'middle'])
  })

  it('Temporal has lost it: the watchdog starts it again where it stood', { timeout: 90_000 }, async () => {
    let release = () => undefined
    let isLost = false
    middle = async () => {
      if (!isLost) await new Promise<void>((resolve) => (release = () => void resolve()))
    }
    const run = await start()
    await until('the node has begun', async () => effects.length === 2)
    isLost = true
    await temporal.client.workflow.getHandle(runWorkflowId('acme', run)).terminate('the disk of Temporal is gone')
    release()
    await until('the watchdog has seen it', async () => (await worker.watchdog.metrics()).recovered === 1, 30_000)
    await untilIs(run, 'waiting')
    await ada.decide({ review: await question(run), verb: 'approve' })
    await expectUndisturbed(run)
    await until('nothing stands still', async () => (await ada.listStalls()).length === 0)
  })

  it('the disk is full: it is parked with what the system said, and goes on once there is room', { timeout: 90_000 }, async (context) => {
    const mounted = await shell('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small]).then(
      () => true,
      () => false,
    )
    if (!mounted) return context.skip('a small file system cannot be mounted here')
    try {
      const blobs = createBlobStore(small)
      middle = async () => void (await blobs.put(Buffer.alloc(200_000, 'x'), 'text/plain'))
      const run = await start('full')
      await untilIs(run, 'parked')
      const [group] = await ada.listIncidentGroups()
      expect(group).toMatchObject({ graph: 'full', node: 'middle', count: 1, message: expect.stringContaining('ENOSPC') })
      await shell('mount', ['-o', 'remount,size=4m', small])
      await ada.decide({ review: group?.review ?? '', verb: 'retry' })
      await untilIs(run, 'waiting')
      await ada.decide({ review: await question(run), verb: 'approve' })
      await expectUndisturbed(run)
    } finally {
      await shell('umount', ['-l', small])
    }
  })
})
