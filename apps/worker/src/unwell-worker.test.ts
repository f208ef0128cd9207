import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../infra/test/database.ts'
import { type EngineStage, openEngineStage } from './testing/engine-stage.ts'
import { FAULT_NODES } from './testing/fault-graph.ts'
import { type CrashWorker, spawnCrashWorker } from './testing/spawn-crash-worker.ts'
import { until } from './testing/until.ts'
import { bundleWorkflows } from './workflow-bundle.ts'

const TEN_MINUTES = 600_000

let created: TestDatabase
let folder: string
let stage: EngineStage
const workers: CrashWorker[] = []

beforeAll(async () => {
  created = await createTestDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-unwell-'))
  await writeFile(path.join(folder, 'workflows.js'), (await bundleWorkflows()).code)
  const bundle = { codePath: path.join(folder, 'workflows.js') }
  stage = await openEngineStage({ databaseUrl: created.url, address: inject('temporalAddress'), bundle, workflowTaskTimeout: '2s' })
  await stage.query('create table effects (key text primary key, node text not null)')
})
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  await stage.close()
  await created.drop()
  await rm(folder, { recursive: true })
})

it('a worker ten minutes ahead that runs out of memory is replaced by one ten minutes behind; the run ends right, every effect once', {
  timeout: 300_000,
}, async () => {
  const where = {
    databaseUrl: created.url,
    address: inject('temporalAddress'),
    taskQueue: stage.taskQueue,
    codePath: path.join(folder, 'workflows.js'),
  }
  const [ahead, behind] = [
    spawnCrashWorker('fault-worker.ts', { shiftMs: TEN_MINUTES, heapMegabytes: 220 }),
    spawnCrashWorker('fault-worker.ts', { shiftMs: -TEN_MINUTES }),
  ]
  workers.push(ahead, behind)
  await ahead.go({ ...where, eats: true })
  const run = await stage.start({ name: 'memory', version: '1' }, { notes: [] })
  expect(await ahead.ended()).toBe('SIGABRT')
  await behind.go({ ...where, eats: false })
  const [review] = await stage.untilAsked(run.run, 1)
  await stage.answer(run, review?.id ?? '', 'approve')
  await run.handle.result()
  const effects = await stage.query<{ node: string }>('select node from effects order by node')
  expect(effects.map(({ node }) => node)).toEqual(['first', 'last', 'middle'])
  const [head] = await stage.query<{ notes: string[]; status: string }>(
    `select r.status, (select array_agg(w.channel) from langgraph.checkpoint_writes w where w.thread_id = r.id and w.channel = 'notes') as notes
       from countersign.runs r where r.id = $1`,
    run.run,
  )
  expect(head?.status).toBe('done')
  // The run's input is a write like a node's.
  expect(head?.notes).toHaveLength(FAULT_NODES.length + 1)
  await until('the head is the newest step', async () => {
    const rows = await stage.query(
      `select 1 from countersign.runs r join langgraph.checkpoints c on c.thread_id = r.id and c.checkpoint_id = r.checkpoint
        where r.id = $1 and (c.metadata ->> 'step')::int = r.step and r.step = 4`,
      run.run,
    )
    return rows.length === 1
  })
})
