import { schema } from '@countersign/db'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerGraph, type Scene, setScene } from '../test/scene.ts'
import type { CountersignClient, Page } from './types.ts'

let scene: Scene
let ada: CountersignClient

beforeAll(async () => {
  scene = await setScene()
  await registerGraph(scene.database)
  ada = scene.client()
})
afterAll(() => scene.close())

/** Reads a list to its end, doing `between` after each page. */
async function readAll<T extends { id: string }>(
  read: (after: string | undefined) => Promise<Page<T>>,
  between: () => Promise<unknown>,
): Promise<string[]> {
  const ids: string[] = []
  let after: string | undefined
  do {
    const page = await read(after)
    ids.push(...page.items.map(({ id }) => id))
    after = page.next ?? undefined
    await between()
  } while (after !== undefined)
  return ids
}

test('pages of runs miss and repeat nothing while runs are added, also when many began at the same moment', async () => {
  const moment = new Date('2026-01-01T12:00:00.000Z')
  const there = await Promise.all(Array.from({ length: 23 }, () => scene.run({ createdAt: moment })))
  const read = await readAll(
    (after) => ada.listRuns({ limit: 5, after }),
    () => scene.run(),
  )
  expect(new Set(read).size).toBe(read.length)
  for (const id of there) expect(read).toContain(id)
})

test('pages of open reviews are oldest first, and one that opens meanwhile comes at the end', async () => {
  const run = await scene.run()
  const start = Date.parse('2026-02-01T00:00:00.000Z')
  const ids: string[] = []
  for (let at = 0; at < 12; at += 1) ids.push((await scene.review(run, {}, { openedAt: new Date(start + Math.floor(at / 3)) })).id)
  let added = 0
  const read = await readAll(
    (after) => ada.listReviews({ status: 'open', run, limit: 5, after }),
    async () => {
      if (added < 2) await scene.review(run)
      added += 1
    },
  )
  const rows = await scene.database.db.select().from(schema.reviews).where(eq(schema.reviews.run, run))
  const expected = rows.sort((a, b) => a.openedAt.getTime() - b.openedAt.getTime() || (a.id < b.id ? -1 : 1)).map(({ id }) => id)
  expect(read).toEqual(expected)
  expect(read).toHaveLength(14)
  expect(ids.every((id) => read.includes(id))).toBe(true)
})

test('neighbours say what comes before and after in the inbox, and where one stands', async () => {
  const run = await scene.run()
  const open = []
  for (let at = 0; at < 4; at += 1) open.push((await scene.review(run, {}, { openedAt: new Date(Date.UTC(2026, 2, 1) + at) })).id)
  const [first = '', second = '', third = '', fourth = ''] = open
  expect(await ada.neighbours(second, { run })).toEqual({ previous: first, next: third, position: 2, total: 4 })
  expect(await ada.neighbours(first, { run })).toEqual({ previous: null, next: second, position: 1, total: 4 })
  await ada.decide({ review: third, verb: 'approve' })
  expect(await ada.neighbours(second, { run })).toEqual({ previous: first, next: fourth, position: 2, total: 3 })
  // The decided one still knows its place, so that the page after a decision can go on from it.
  expect(await ada.neighbours(third, { run })).toEqual({ previous: second, next: fourth, position: 3, total: 4 })
})

test('reviews are filtered by kind, document type, age and text, whose wildcards are plain characters', async () => {
  const run = await scene.run()
  const invoice = await scene.review(
    run,
    { title: 'Invoice 100% sure', documentType: 'invoice' },
    { openedAt: new Date(Date.now() - 3_600_000) },
  )
  const incident = await scene.review(run, { kind: 'incident', title: 'extract failed', verbs: ['retry'] })
  const list = async (filter: Parameters<CountersignClient['listReviews']>[0]) =>
    (await ada.listReviews({ run, ...filter })).items.map(({ id }) => id)
  expect(await list({ kind: 'incident' })).toEqual([incident.id])
  expect(await list({ documentType: 'invoice' })).toEqual([invoice.id])
  expect(await list({ olderThan: 60 })).toEqual([invoice.id])
  expect(await list({ text: '100% SURE' })).toEqual([invoice.id])
  expect(await list({ text: '1%e' })).toEqual([])
  expect(await list({ text: 'e_tract' })).toEqual([])
  expect(await list({ status: 'decided' })).toEqual([])
})

test('open reviews are counted by kind and document type', async () => {
  const lone = scene.client({ tenant: 'counted' })
  const run = await scene.run({ tenant: 'counted' })
  await scene.review(run, { documentType: 'invoice' }, { tenant: 'counted' })
  await scene.review(run, { documentType: 'receipt' }, { tenant: 'counted' })
  await scene.review(run, { kind: 'incident' }, { tenant: 'counted' })
  const decided = await scene.review(run, { documentType: 'receipt' }, { tenant: 'counted' })
  await lone.decide({ review: decided.id, verb: 'approve' })
  expect(await lone.countReviews()).toMatchObject({
    open: 3,
    byKind: { extraction: 2, incident: 1 },
    byDocumentType: { invoice: 1, receipt: 1 },
  })
  expect(await lone.health()).toMatchObject({ openReviews: 3, runs: { waiting: 1, done: 0 }, decidedNotResumed: 0, temporal: false })
})

test('a malformed cursor or limit is refused by name', async () => {
  await expect(ada.listRuns({ after: 'bm90IG9uZQ' })).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('after'),
  })
  await expect(ada.listReviews({ limit: 0 })).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining('limit') })
  await expect(ada.listRuns({ text: 'a\0' })).rejects.toMatchObject({ code: 'invalid_input' })
})

test('a run is shown with its attempts, its reviews and the drawing of its graph', async () => {
  const run = await scene.run()
  const review = await scene.review(run)
  await scene.database.db.insert(schema.attempts).values({
    tenant: 'acme',
    run,
    checkpoint: 'c1',
    task: 't1',
    fence: 1,
    token: 'token',
    node: 'load',
    step: 1,
    activity: 'a1',
    activityAttempt: 1,
    worker: 'w1',
    status: 'failed',
    error: { code: 'internal', message: 'no', stack: 'secret/path' },
  })
  const detail = await ada.getRun(run)
  expect(detail).toMatchObject({ id: run, openReviews: [review.id], drawing: { name: 'ingest' } })
  expect(detail.attempts).toMatchObject([{ node: 'load', status: 'failed', error: { code: 'internal', message: 'no' } }])
  expect(JSON.stringify(detail)).not.toContain('secret/path')
})
