import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../infra/test/database.ts'
import { CRASH_NODES } from './testing/crash-graph.ts'
import { type EngineStage, openEngineStage, type TestRun } from './testing/engine-stage.ts'
import { keepWorkflows } from './testing/keep-workflows.ts'
import { buildCrashWorker, type CrashProgram, type CrashWorker } from './testing/spawn-crash-worker.ts'
import { until } from './testing/until.ts'

/** A quick node, a regular one, one of two in parallel. */
const TARGETS = ['quick', 'regular', 'left']
const POINTS = ['before the effect', 'after the effect', 'before COMMIT', 'after COMMIT', 'before the answer']

const CRASH = { name: 'crash', version: '1' }
const FROZEN = { name: 'frozen', version: '1' }

let created: TestDatabase
let folder: string
let codePath: string
let program: CrashProgram
const stages: EngineStage[] = []
const workers: CrashWorker[] = []
beforeAll(async () => {
  created = await createTestDatabase()
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-crash-'))
  codePath = await keepWorkflows(folder)
  program = await buildCrashWorker('crash-worker')
  const { query } = await openStage()
  await query('create table effects (key text primary key, node text not null)')
  await query('create table released (at timestamptz)')
})
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await Promise.all(workers.map((worker) => worker.ended()))
  await Promise.all(stages.map((stage) => stage.close()))
  await created.drop()
  await program.remove()
  await rm(folder, { recursive: true })
})

async function openStage(): Promise<EngineStage> {
  const where = { databaseUrl: created.url, address: inject('temporalAddress') }
  const stage = await openEngineStage({ ...where, bundle: { codePath }, workflowTaskTimeout: '2s' })
  stages.push(stage)
  return stage
}

function spawnWorker(): CrashWorker {
  const worker = program.spawn()
  workers.push(worker)
  return worker
}

const orderOf = ({ taskQueue }: EngineStage) => ({ databaseUrl: created.url, address: inject('temporalAddress'), taskQueue, codePath })

describe('a worker process that is killed', () => {
  it.concurrent.each(TARGETS)(
    'at any write boundary of the node “%s” leaves a run that the next one ends right',
    { timeout: 600_000 },
    async (target) => {
      const stage = await openStage()
      const order = orderOf(stage)
      const [first, second] = [spawnWorker(), spawnWorker()]
      let next = second
      await first.go({ ...order, die: null })
      let run = await stage.start(CRASH, { notes: [] })
      await run.handle.result()
      await first.stop()
      const points = pointsOf(first, target)
      expect(points).toEqual(expect.arrayContaining([...POINTS, 'before statement 0', 'before statement 4']))

      for (const point of points) {
        const worker = next
        next = spawnWorker()
        const doomed = await stage.addRun(CRASH, { notes: [] })
        await worker.go({ ...order, die: { run: doomed, node: target, point } })
        await run.handle.result()
        await expectEndedRight(stage, run)
        run = await stage.startAgain(doomed)
        expect({ point, signal: await worker.ended(), errors: worker.errors }).toEqual({ point, signal: 'SIGKILL', errors: [] })
      }
      await next.go({ ...order, die: null })
      await run.handle.result()
      await expectEndedRight(stage, run)
      await next.stop()
    },
  )
})

/** The points that an undisturbed worker has told of a node, in their order. */
function pointsOf({ lines }: CrashWorker, node: string): string[] {
  const start = `point ${node}: `
  return lines.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length))
}

async function expectEndedRight(stage: EngineStage, { run }: TestRun): Promise<void> {
  expect(await stage.status(run)).toBe('done')
  const effects = await stage.query<{ node: string }>('select node from effects where key like $1', `${run}/%`)
  expect(effects.map(({ node }) => node).toSorted()).toEqual([...CRASH_NODES].toSorted())
  // A finished task may be claimed again where its answer was lost, but is not run again: its writes are there once.
  const steps = await stage.query<{ step: string }>(
    `select metadata ->> 'step' as step from langgraph.checkpoints where thread_id = $1 and checkpoint_ns = '' order by checkpoint_id`,
    run,
  )
  expect(steps.map(({ step }) => Number(step))).toEqual([-1, 0, 1, 2, 3, 4])
  const writes = await stage.query(`select 1 from langgraph.checkpoint_writes where thread_id = $1 and channel = 'notes'`, run)
  // The run's input is a write like a node's.
  expect(writes).toHaveLength(CRASH_NODES.length + 1)
}

describe('a worker process that is frozen in the middle of a node', () => {
  it('is replaced after its heartbeat is missed, and writes nothing when it comes back', { timeout: 60_000 }, async () => {
    const stage = await openStage()
    const order = orderOf(stage)
    const [frozen, other] = [spawnWorker(), spawnWorker()]
    await frozen.go({ ...order, die: null })
    const run = await stage.start(FROZEN, { notes: [] })
    await until('the node has begun', async () => (await effectsOfSlow(stage, run)).length === 1)
    frozen.kill('SIGSTOP')
    await other.go({ ...order, die: null })
    await run.handle.result()
    expect(await effectsOfSlow(stage, run)).toEqual(['attempt 1', 'attempt 2'])
    const before = await rowsOf(stage, run)
    await stage.query('insert into released (at) values (now())')
    frozen.kill('SIGCONT')
    await frozen.untilTold('failed slow')
    expect(await rowsOf(stage, run)).toEqual(before)
    const attempts = await stage.query(`select status from countersign.attempts where run = $1 and node = 'slow' order by fence`, run.run)
    expect(attempts).toEqual([{ status: 'superseded' }, { status: 'done' }])
  })
})

async function effectsOfSlow(stage: EngineStage, { run }: TestRun): Promise<string[]> {
  const rows = await stage.query<{ what: string }>(`select right(key, 9) as what from effects where key like $1 order by 1`, `${run}/%`)
  return rows.map(({ what }) => what)
}

/** All that the run's thread and the run itself are made of. */
async function rowsOf(stage: EngineStage, { run }: TestRun): Promise<unknown[]> {
  const tables = ['checkpoints', 'checkpoint_blobs', 'checkpoint_writes']
  const thread = tables.map((table) => stage.query(`select t.*, xmin from langgraph.${table} t where thread_id = $1 order by t::text`, run))
  return Promise.all([...thread, stage.query('select r.*, xmin from countersign.runs r where id = $1', run)])
}
