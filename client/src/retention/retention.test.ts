import { listDueRuns, schema, startSweep, thinRun } from '@countersign/db'
import { Annotation, END, interrupt, START, StateGraph } from '@langchain/langgraph'
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { defineGraph } from '../../../activities/src/engine/index.ts'
import { connectTestEngine, drive, insertRun, TENANT, type TestEngine } from '../../../activities/src/engine/testing/test-engine.ts'
import { registerGraph, type Scene, setScene } from '../../test/scene.ts'
import { createDailyRetention } from '../relay/apply-retention-daily.ts'
import type { CountersignClient } from '../types.ts'

const State = Annotation.Root({
  notes: Annotation<string[]>({ reducer: (all, more) => all.concat(more), default: () => [] }),
  left: Annotation<number>(),
})
const graphOf = (asks: boolean) =>
  new StateGraph(State)
    .addNode('turn', ({ left }) => {
      if (asks && left === 1) interrupt('well?')
      return { notes: [`note ${left}`], left: left - 1 }
    })
    .addEdge(START, 'turn')
    .addConditionalEdges('turn', ({ left }) => (left > 0 ? 'turn' : END), ['turn', END])
const loop = defineGraph({ name: 'loop', version: '1', graph: graphOf(false) })
const asking = defineGraph({ name: 'asking', version: '1', graph: graphOf(true) })

let scene: Scene
let engine: TestEngine
let root: CountersignClient
beforeAll(async () => {
  scene = await setScene()
  // Whoever waits longer than this for a lock fails, and with it the test.
  const name = new URL(scene.url).pathname.slice(1)
  await scene.database.pool.query(`alter database ${name} set lock_timeout = '1s'`)
  engine = connectTestEngine(scene.url, [loop, asking])
  root = scene.client({ tenant: TENANT, user: 'root' })
})
afterAll(async () => {
  await engine.close()
  await scene.close()
})
afterEach(async () => {
  await scene.database.pool.query(
    'delete from countersign.runs; delete from langgraph.checkpoints; delete from langgraph.checkpoint_writes; delete from langgraph.checkpoint_blobs',
  )
})

const { runs } = schema
const change = async (run: string, values: Partial<typeof runs.$inferInsert>) => {
  await scene.database.db.update(runs).set(values).where(eq(runs.id, run))
}
/** A run of so many steps that ended so many days ago. */
async function ended({ steps = 6, days = 40 } = {}): Promise<string> {
  const run = await insertRun(scene.database, loop, { left: steps })
  await drive(engine.deps, run)
  await change(run, { finishedAt: new Date(Date.now() - days * 86_400_000) })
  return run
}
/** A fork of a run, in its row alone. */
async function forkOf(run: string, values: Partial<typeof runs.$inferInsert> = {}): Promise<string> {
  const fork = await insertRun(scene.database, loop, {})
  await change(fork, { parentRun: run, parentCheckpoint: 'c', root: run, ...values })
  return fork
}
const rowOf = async (run: string) => (await scene.database.db.select().from(runs).where(eq(runs.id, run)))[0]
const count = async (table: string, run: string): Promise<number> =>
  (await scene.database.pool.query(`select count(*)::int as n from langgraph.${table} where thread_id = $1`, [run])).rows[0].n
/** What plain LangGraph reads of a thread, newest first. */
async function history(run: string): Promise<{ step: number | undefined; notes: number }[]> {
  const graph = graphOf(false).compile({ checkpointer: new PostgresSaver(scene.database.pool, undefined, { schema: 'langgraph' }) })
  const states = []
  for await (const { values, metadata } of graph.getStateHistory({ configurable: { thread_id: run } })) {
    states.push({ step: metadata?.step, notes: values.notes?.length ?? 0 })
  }
  return states
}
const policy = (keep: 'all' | 'ends' | 'none', days = 30, graph = 'loop') => root.setRetention(graph, { days, keep })

test('a policy is set, replaced, listed and taken away, each with its entry in the audit log', async () => {
  await root.setRetention('*', { days: 365, keep: 'ends' })
  await policy('none', 7)
  await policy('ends', 30)
  expect(await root.listRetention()).toMatchObject([
    { graph: '*', days: 365, keep: 'ends', updatedBy: 'root' },
    { graph: 'loop', days: 30, keep: 'ends' },
  ])
  await root.setRetention('*', null)
  expect(await root.listRetention()).toMatchObject([{ graph: 'loop' }])
  await expect(root.setRetention('loop', { days: -1, keep: 'ends' })).rejects.toMatchObject({ code: 'invalid_input' })
  const entries = (await root.listAudit({ event: 'retention.set' })).items
  expect(entries.map(({ data }) => data)).toEqual([
    { graph: '*', days: null, keep: null },
    { graph: 'loop', days: 30, keep: 'ends' },
    { graph: 'loop', days: 7, keep: 'none' },
    { graph: '*', days: 365, keep: 'ends' },
  ])
})

test('what is deleted is what the plan said; the first and the last checkpoint stay, and plain LangGraph reads them', async () => {
  await policy('ends')
  const [old, small, recent] = [await ended({ steps: 8 }), await ended({ steps: 3 }), await ended({ days: 3 })]
  const before = await history(old)
  const middle = (await root.listCheckpoints(old))[3]?.id ?? ''
  const plan = await root.planRetention()
  expect(plan).toMatchObject({ runs: 2, graphs: [{ graph: 'loop', runs: 2, kept: { review: 0, fork: 0, hold: 0 } }] })
  expect(plan.checkpoints).toBe((await count('checkpoints', old)) + (await count('checkpoints', small)) - 4)
  const { runs, checkpoints, bytes } = plan
  expect(await root.applyRetention()).toEqual({ runs, checkpoints, bytes })

  expect(await history(old)).toEqual([before[0], before.at(-1)])
  expect(await count('checkpoint_blobs', old)).toBeLessThan(10)
  expect(await history(recent)).toHaveLength(8)
  expect(await rowOf(old)).toMatchObject({ thinned: 'ends', thinnedAt: expect.any(Date), status: 'done' })
  expect((await root.getState(old)).values).toMatchObject({ left: 0 })
  expect(await root.planRetention()).toEqual({ graphs: [], runs: 0, checkpoints: 0, bytes: 0 })
  expect(await root.applyRetention()).toEqual({ runs: 0, checkpoints: 0, bytes: 0 })
  const [, entry] = (await root.listAudit({ event: 'retention.applied' })).items
  expect(entry).toMatchObject({ actor: 'root', data: { runs, checkpoints, bytes } })
  await registerGraph(scene.database, 'loop')
  const gone = root.forkRun(old, { checkpoint: middle })
  await expect(gone).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('retention policy') })
  expect(await root.forkRun(old, { checkpoint: 'start' })).toMatchObject({ run: expect.any(String) })
})

test('the last checkpoint is the one that the run names, though a wrong clock made its id look older', async () => {
  await policy('ends')
  const run = await ended({ steps: 3 })
  const { checkpoint } = (await rowOf(run)) ?? {}
  const skewed = '1ed00000-0000-6000-8000-000000000000'
  const { pool } = scene.database
  await pool.query('update langgraph.checkpoints set checkpoint_id = $3 where thread_id = $1 and checkpoint_id = $2', [
    run,
    checkpoint,
    skewed,
  ])
  await change(run, { checkpoint: skewed })
  await root.applyRetention()
  const { rows } = await pool.query('select checkpoint_id as id from langgraph.checkpoints where thread_id = $1 order by 1', [run])
  expect(rows).toEqual([{ id: skewed }, { id: expect.any(String) }])
  expect((await root.getState(run)).values).toMatchObject({ left: 0 })
})

test('a run keeps no checkpoint where the policy says none, but its row, its reviews and the audit log', async () => {
  await policy('none')
  const run = await ended()
  await scene.review(run, {}, { tenant: TENANT, row: { status: 'decided' } })
  await scene.database.db
    .insert(schema.recordedEffects)
    .values({ tenant: TENANT, run, task: 't', node: 'turn', name: 'index', ordinal: 0, data: {} })
  const { bytes, checkpoints } = await root.planRetention()
  expect(await root.applyRetention()).toEqual({ runs: 1, checkpoints, bytes })
  for (const table of ['checkpoints', 'checkpoint_writes', 'checkpoint_blobs']) expect(await count(table, run)).toBe(0)
  expect(await scene.database.db.$count(schema.recordedEffects)).toBe(0)
  expect(await root.getRun(run)).toMatchObject({ status: 'done' })
  expect(await root.listCheckpoints(run)).toEqual([])
  expect((await root.listReviews({ run, status: 'decided' })).items).toHaveLength(1)
})

test('what a legal hold, an open review of a fork, or a fork or replay that is kept whole needs stays, and the plan says why', async () => {
  await policy('none')
  const [held, ofHeld, reviewed, forked, replayed, free] = await Promise.all(Array.from({ length: 6 }, () => ended({ steps: 2 })))
  if (!held || !ofHeld || !reviewed || !forked || !replayed || !free) throw new Error('no runs')
  const document = { id: 'doc_held', tenant: TENANT, hash: 'h', name: 'lease.pdf', kind: 'pdf' as const, bytes: 1 }
  await scene.database.db.insert(schema.documents).values(document)
  await change(ofHeld, { document: document.id })
  await root.holdRun(held, true, 'a lawsuit')
  await root.holdDocument(document.id, true)
  const waiting = await forkOf(reviewed, { status: 'waiting' })
  await scene.review(waiting, {}, { tenant: TENANT })
  await forkOf(forked)
  const replay = await forkOf(replayed, { sandbox: true, status: 'done', finishedAt: new Date() })
  await forkOf(free, { status: 'done', finishedAt: new Date(0), thinned: 'none', thinnedAt: new Date() })

  expect((await root.planRetention()).graphs).toMatchObject([{ runs: 1, kept: { review: 1, fork: 2, hold: 2 } }])
  expect(await root.applyRetention()).toMatchObject({ runs: 1 })
  for (const run of [held, ofHeld, reviewed, forked, replayed]) expect(await count('checkpoints', run)).toBeGreaterThan(0)
  expect(await count('checkpoints', free)).toBe(0)

  await root.holdRun(held, false)
  await root.holdDocument(document.id, false)
  await change(replay, { thinned: 'none', thinnedAt: new Date() })
  expect(await root.applyRetention()).toMatchObject({ runs: 3 })
  expect((await root.listAudit({ run: held })).items.slice(0, 2).map(({ event, data }) => [event, data.reason])).toEqual([
    ['run.released', null],
    ['run.held', 'a lawsuit'],
  ])
})

test('policies are applied while runs run and wait: no commit waits for it, and a waiting run goes on afterwards', async () => {
  await policy('ends')
  await policy('ends', 0, 'asking')
  const waiting = await insertRun(scene.database, asking, { left: 3 })
  await drive(engine.deps, waiting)
  for (let n = 0; n < 8; n += 1) await ended({ steps: 3 })
  const busy = await insertRun(scene.database, loop, { left: 20 })
  const [result] = await Promise.all([root.applyRetention(), root.applyRetention(), drive(engine.deps, busy)])
  expect(result.checkpoints).toBeGreaterThanOrEqual(0)
  const sweeps = await scene.database.pool.query(
    `select sum(runs)::int as runs from (select * from countersign.retention_sweeps order by at desc limit 2) s`,
  )
  expect(sweeps.rows).toEqual([{ runs: 8 }])
  expect(await history(busy)).toHaveLength(22)
  expect((await history(waiting))[0]).toEqual({ step: 2, notes: 2 })
})

test('a sweep that is killed between two batches leaves every checkpoint whole, is recorded, and the next one ends its work', async () => {
  await policy('ends')
  const run = await ended({ steps: 12 })
  const before = await history(run)
  const plan = await root.planRetention()
  const { db } = scene.database
  const sweep = await startSweep(db, { tenant: TENANT, by: 'ann' })
  const [due] = await listDueRuns(db, { tenant: TENANT })
  const first = due && (await thinRun(db, { ...due, tenant: TENANT, sweep, before: false }, { rows: 5, bytes: 1e9 }))
  expect(first).toMatchObject({ checkpoints: 5, more: true })

  expect(await rowOf(run)).toMatchObject({ thinned: 'ends', thinnedAt: null })
  const left = await history(run)
  expect(left).toHaveLength(before.length - 5)
  for (const state of left) expect(before).toContainEqual(state)
  // A fork of what is left takes its own copies: the rest goes all the same.
  await forkOf(run)
  await db.execute(sql`update countersign.retention_sweeps set touched_at = now() - interval '1 hour' where id = ${sweep}`)
  const second = await root.applyRetention()
  expect((first?.bytes ?? 0) + second.bytes).toBe(plan.bytes)
  expect(await history(run)).toEqual([before[0], before.at(-1)])
  const recorded = (await root.listAudit({ event: 'retention.applied' })).items.slice(0, 2)
  expect(recorded.map(({ actor, data }) => [actor, data.checkpoints])).toEqual([
    ['root', plan.checkpoints - 5],
    ['ann', 5],
  ])
})

test('a sweep whose connection is cut removes nothing by halves, and what it had removed is counted once', async () => {
  await policy('none')
  for (let n = 0; n < 10; n += 1) await ended({ steps: 3 })
  const plan = await root.planRetention()
  const { pool } = scene.database
  const mine = async () =>
    (await pool.query(`select id, bytes::int, runs from countersign.retention_sweeps order by at desc limit 1`)).rows[0]
  const before = (await mine()).id
  const sweeping = root.applyRetention().catch(() => null)
  for (let tries = 0; tries < 400; tries += 1) {
    const { id, runs } = await mine()
    if (id !== before && runs > 2) break
  }
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user and query like '%retention_sweeps%' and pid <> pg_backend_pid() and state <> 'idle'`,
  )
  await sweeping
  const cut = await mine()
  const rest = await root.applyRetention()
  expect(cut.bytes + rest.bytes).toBe(plan.bytes)
  expect(cut.runs + rest.runs).toBe(10)
  const left = await scene.database.db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.tenant, TENANT), sql`thinned_at is null`))
  expect(left).toEqual([])
})

test('the machine applies the policies once a day, whoever else has done so and however often it is started', async () => {
  await policy('ends')
  const run = await ended()
  const log = { info: vi.fn(), warn: vi.fn() }
  const daily = () => createDailyRetention({ database: scene.database, log })
  const { pool } = scene.database
  await pool.query(`update countersign.retention_sweeps set at = at - interval '23 hours'`)
  const early = daily()
  early.start()
  await early.stop()
  expect(await rowOf(run)).toMatchObject({ thinned: null })
  await pool.query(`update countersign.retention_sweeps set at = at - interval '2 hours'`)
  const due = [daily(), daily()]
  for (const rounds of due) rounds.start()
  await vi.waitFor(async () => expect(await rowOf(run)).toMatchObject({ thinned: 'ends', thinnedAt: expect.any(Date) }), 10_000)
  for (const rounds of due) await rounds.stop()
  const [entry] = (await root.listAudit({ event: 'retention.applied' })).items
  expect(entry).toMatchObject({ actor: 'engine', data: { runs: 1 } })
  expect(log.warn).not.toHaveBeenCalled()
})
