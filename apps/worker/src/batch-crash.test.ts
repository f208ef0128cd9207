import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { CountersignClient } from '@countersign/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Scene, setScene } from '../../../client/test/scene.ts'
import { createTestNamespace, type TestNamespace } from '../../../client/test/temporal.ts'
import { keepWorkflows } from './testing/keep-workflows.ts'
import { buildCrashWorker, type CrashProgram, type CrashWorker } from './testing/spawn-crash-worker.ts'
import { until } from './testing/until.ts'

/** More than one activity decides. */
const ITEMS = 30
/** Of the first and of the second activity, and one that is refused. */
const [FIRST, SECOND, REFUSED] = [7, 27, 12]

let scene: Scene
let temporal: TestNamespace
let ada: CountersignClient
let folder: string
let codePath: string
let program: CrashProgram
const workers: CrashWorker[] = []
/** The one that works now. */
let working: CrashWorker
beforeAll(async () => {
  ;[scene, temporal] = await Promise.all([setScene(), createTestNamespace()])
  ada = scene.client({ roles: ['reviewer'] })
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-batch-'))
  codePath = await keepWorkflows(folder)
  program = await buildCrashWorker('batch-crash-worker')
  await workWith(await spawnWorker())
}, 240_000)
afterAll(async () => {
  for (const worker of workers) await worker.stop()
  await temporal.close()
  await scene.close()
  await program.remove()
  await rm(folder, { recursive: true })
})

async function spawnWorker(): Promise<CrashWorker> {
  const worker = program.spawn()
  workers.push(worker)
  await worker.untilTold('loaded')
  return worker
}
const workWith = async (worker: CrashWorker) => {
  const { address, namespace } = temporal
  await worker.go({ databaseUrl: scene.url, address, namespace, codePath })
  working = worker
}
const query = async (text: string, ids: string[]) => (await scene.database.pool.query(text, [ids])).rows

/** A batch one of whose reviews somebody else has decided meanwhile. */
async function makeBatch(): Promise<{ batch: string; ids: string[]; refused: string }> {
  const ids: string[] = []
  for (let at = 0; at < ITEMS; at++) ids.push((await scene.review(await scene.run())).id)
  const { id: batch } = await ada.createBatch({ verb: 'reject', reason: 'Wrong address', reviews: ids })
  const refused = ids[REFUSED] ?? ''
  await scene.client({ user: 'grace' }).decide({ review: refused, verb: 'approve' })
  return { batch, ids, refused }
}

async function expectEachOnce({ batch, ids, refused }: Awaited<ReturnType<typeof makeBatch>>): Promise<void> {
  await until('the batch is done', async () => (await ada.getBatch(batch)).status === 'done', 180_000)
  expect(await ada.getBatch(batch)).toMatchObject({ total: ITEMS, decided: ITEMS - 1, refused: 1 })
  const { items } = await ada.listBatchItems(batch, { limit: 100 })
  const ofOthers = ids.filter((id) => id !== refused)
  expect(items.filter(({ status }) => status === 'decided').map(({ review }) => review)).toEqual(ofOthers)
  expect(items.find(({ review }) => review === refused)).toMatchObject({ status: 'refused', code: 'already_decided' })
  const decisions = await query('select review, by, verb from countersign.decisions where review = any($1)', [...ids])
  const expected = ids.map((review) =>
    review === refused ? { review, by: 'grace', verb: 'approve' } : { review, by: 'ada', verb: 'reject' },
  )
  expect(decisions.toSorted((a, b) => ids.indexOf(a.review) - ids.indexOf(b.review))).toEqual(expected)
  const told = await query(
    `select review, count(*)::int as times from countersign.audit where event = 'review.decided' and review = any($1) group by 1`,
    ids,
  )
  expect(told.map(({ times }) => times)).toEqual(ids.map(() => 1))
  const events = await query(`select event from countersign.audit where data ->> 'batch' = any($1) order by seq`, [batch])
  expect(events.map(({ event }) => event)).toEqual(['batch.created', 'batch.started', 'batch.done'])
}

describe('a batch whose worker is killed', { timeout: 600_000 }, () => {
  it.each([
    ['before it decides an item', FIRST, 'before the decision'],
    ['after it decided an item and before that is noted', FIRST, 'before the note'],
    ['after an item was refused and before that is noted', REFUSED, 'before the note'],
    ['in the second of its activities', SECOND, 'before the note'],
  ])('%s is decided by the next worker, each item once and with its own result', async (_, at, point) => {
    const [doomed, next] = [working, await spawnWorker()]
    const made = await makeBatch()
    await doomed.go({ review: made.ids[at] ?? '', point })
    await ada.startBatch(made.batch)
    expect({ signal: await doomed.ended(), errors: doomed.errors }).toEqual({ signal: 'SIGKILL', errors: [] })
    expect((await ada.getBatch(made.batch)).status).toBe('running')
    await workWith(next)
    await expectEachOnce(made)
  })

  it('while Postgres decides an item is decided once, though nobody was there to hear of it', async () => {
    const [doomed, next] = [working, await spawnWorker()]
    const made = await makeBatch()
    const item = made.ids[FIRST] ?? ''
    const held = await scene.database.pool.connect()
    await held.query('begin')
    await held.query('select 1 from countersign.reviews where id = $1 for update', [item])
    await ada.startBatch(made.batch)
    await until(
      'the decision waits',
      async () => {
        const { rows } = await scene.database.pool.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%update countersign.reviews%'`,
        )
        return rows.length === 1
      },
      180_000,
    )
    doomed.kill('SIGKILL')
    await doomed.ended()
    await held.query('commit')
    held.release()
    await until(
      'it is decided',
      async () => (await query('select 1 from countersign.decisions where review = any($1)', [item])).length === 1,
    )
    await workWith(next)
    await expectEachOnce(made)
  })
})
