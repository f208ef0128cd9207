import { schema } from '@countersign/db'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Scene, setScene } from '../test/scene.ts'
import type { CountersignClient, ReviewFilter } from './types.ts'

let scene: Scene
let ada: CountersignClient
let ben: CountersignClient
let run: string

beforeAll(async () => {
  scene = await setScene()
  ada = scene.client({ roles: ['reviewer'] })
  ben = ada.as({ tenant: 'acme', user: 'ben', roles: ['approver'] })
  run = await scene.run()
})
afterAll(() => scene.close())

type Row = Partial<typeof schema.reviews.$inferInsert>
const MINUTE = 60_000
const fromNow = (minutes: number) => new Date(Date.now() + minutes * MINUTE)
let opened = 0

/** An open review of the tenant with what its row is to hold; each is opened after the one before. */
async function open({ run: of = run, ...row }: Row = {}, title = 'Invoice'): Promise<string> {
  opened += 1
  const { id } = await scene.review(of, { title }, { openedAt: new Date(Date.UTC(2026, 0, 1) + opened * 1_000) })
  await scene.database.db
    .update(schema.reviews)
    .set({ priority: 0, ...row })
    .where(eq(schema.reviews.id, id))
  return id
}
const list = async (client: CountersignClient, filter: ReviewFilter) =>
  (await client.listReviews({ status: 'open', run, ...filter })).items.map(({ id }) => id)

test.each(['oldest', 'newest', 'priority', 'due', 'confidence'] as const)('pages sorted by %s miss and repeat nothing', async (sort) => {
  run = await scene.run()
  const rows: Row[] = Array.from({ length: 14 }, (_, at) => ({
    priority: (at % 3) - 1,
    dueAt: at % 4 === 0 ? null : fromNow(at % 3),
    confidence: at % 5 === 0 ? null : (at % 3) / 10,
  }))
  for (const row of rows) await open(row)
  const whole = await list(ada, { sort })
  expect(whole).toHaveLength(14)
  const read: string[] = []
  let after: string | undefined
  do {
    const page = await ada.listReviews({ status: 'open', run, sort, limit: 3, after })
    read.push(...page.items.map(({ id }) => id))
    after = page.next ?? undefined
  } while (after)
  expect(read).toEqual(whole)
})

test('the order is by priority, by urgency or by doubt, and then by age', async () => {
  run = await scene.run()
  const plain = await open()
  const urgent = await open({ priority: 5, dueAt: fromNow(90), confidence: 0.9 })
  const late = await open({ dueAt: fromNow(-5), confidence: 0.2 })
  const low = await open({ priority: -1 })
  expect(await list(ada, {})).toEqual([plain, urgent, late, low])
  expect(await list(ada, { sort: 'newest' })).toEqual([low, late, urgent, plain])
  expect(await list(ada, { sort: 'priority' })).toEqual([urgent, plain, late, low])
  expect(await list(ada, { sort: 'due' })).toEqual([late, urgent, plain, low])
  expect(await list(ada, { sort: 'confidence' })).toEqual([late, urgent, plain, low])
})

test('a cursor belongs to its order, and says so', async () => {
  run = await scene.run()
  for (let at = 0; at < 3; at += 1) await open()
  const { next } = await ada.listReviews({ status: 'open', run, sort: 'due', limit: 1 })
  await expect(ada.listReviews({ status: 'open', run, sort: 'newest', limit: 1, after: next ?? '' })).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('sorted by "due", not "newest"'),
  })
  const forged = Buffer.from(JSON.stringify(['priority', '1); drop table', new Date().toISOString(), 'x'])).toString('base64url')
  await expect(ada.listReviews({ status: 'open', sort: 'priority', after: forged })).rejects.toMatchObject({ code: 'invalid_input' })
})

test('reviews are narrowed by claim, deadline and confidence', async () => {
  run = await scene.run()
  const mine = await open({ claimedBy: 'ada', claimedUntil: fromNow(5), dueAt: fromNow(-1), confidence: 0.3 })
  const others = await open({ claimedBy: 'ben', claimedUntil: fromNow(5), dueAt: fromNow(30), confidence: 0.6 })
  const lapsed = await open({ claimedBy: 'ada', claimedUntil: fromNow(-1), assignee: 'ada', dueAt: fromNow(120), confidence: 0.85 })
  const plain = await open()
  expect(await list(ada, { claim: 'mine' })).toEqual([mine])
  expect(await list(ada, { claim: 'assigned' })).toEqual([lapsed])
  expect(await list(ada, { claim: 'free' })).toEqual([lapsed, plain])
  expect(await list(ada, { due: 'overdue' })).toEqual([mine])
  expect(await list(ada, { due: 'soon' })).toEqual([others])
  expect(await list(ada, { due: 'none' })).toEqual([plain])
  expect(await list(ada, { minConfidence: 0.6 })).toEqual([others, lapsed])
  expect(await list(ada, { maxConfidence: 0.6, sort: 'confidence' })).toEqual([mine, others])
})

test('only what the caller may decide: by role, by name, not excluded, not answered already', async () => {
  run = await scene.run()
  const anyone = await open()
  const approvers = await open({ roles: ['approver'] })
  const named = await open({ roles: [], users: ['ada'] })
  await open({ excluded: ['ada', 'ben'] })
  const second = await open({ quorum: 2 })
  await scene.database.db
    .insert(schema.votes)
    .values({ id: 'v_1', tenant: 'acme', review: second, round: 1, verb: 'approve', by: 'ada', shownHash: 'x' })
  expect(await list(ada, { decidable: true })).toEqual([anyone, named])
  expect(await list(ben, { decidable: true })).toEqual([anyone, approvers, second])
  const admin = ada.as({ tenant: 'acme', user: 'root', roles: ['admin'] })
  expect(await list(admin, { decidable: true })).toHaveLength(5)
})

test('a rare title is found through the index, of the own tenant alone', async () => {
  const foreign = await scene.run({ tenant: 'other' })
  await scene.review(foreign, { title: 'Quittung Zwölfbogen' }, { tenant: 'other' })
  const found = await open({ run: await scene.run() }, 'Quittung 100% Zwölfbogen')
  const search = async (text: string) => (await ada.listReviews({ status: 'open', text })).items.map(({ id }) => id)
  expect(await search('zwölfBOGEN')).toEqual([found])
  expect(await search('100% Zw')).toEqual([found])
  expect(await search('1000 Zw')).toEqual([])
  expect(await search('发票')).toEqual([])
})

test('the next one follows the order and leaves out what another person holds', async () => {
  run = await scene.run()
  const first = await open({ dueAt: fromNow(1) })
  const held = await open({ dueAt: fromNow(2), claimedBy: 'ben', claimedUntil: fromNow(5) })
  const mine = await open({ dueAt: fromNow(3), claimedBy: 'ada', claimedUntil: fromNow(5) })
  expect(await ada.neighbours(first, { run, sort: 'due' })).toEqual({ previous: null, next: mine, position: 1, total: 3 })
  expect(await ben.neighbours(first, { run, sort: 'due' })).toMatchObject({ next: held })
  expect(await ada.neighbours(first, { run, sort: 'newest' })).toMatchObject({ previous: held, next: null, position: 3 })
})

test('what presses is counted for the one who asks', async () => {
  const lone = scene.client({ tenant: 'counted', roles: ['reviewer'] })
  const there = await scene.run({ tenant: 'counted' })
  for (const row of [{ dueAt: fromNow(-1) }, { dueAt: fromNow(5), assignee: 'ada' }, { claimedBy: 'ada', claimedUntil: fromNow(5) }]) {
    const { id } = await scene.review(there, {}, { tenant: 'counted' })
    await scene.database.db.update(schema.reviews).set(row).where(eq(schema.reviews.id, id))
  }
  expect(await lone.countReviews()).toMatchObject({ open: 3, overdue: 1, dueSoon: 1, mine: 1, assigned: 1 })
})

test('a view is saved, replaced by its name, shared, and deleted by its owner or an admin', async () => {
  const late = await ada.saveView({ name: ' Late ', query: 'due=overdue&after=xyz' })
  expect(late).toMatchObject({ name: 'Late', query: 'due=overdue', owner: 'ada', shared: false })
  expect(await ben.listViews()).toEqual([])
  const again = await ada.saveView({ name: 'Late', query: 'due=overdue&sort=due', shared: true })
  expect(again).toEqual({ ...late, query: 'due=overdue&sort=due', shared: true })
  expect(await ben.listViews()).toEqual([again])
  await expect(ben.deleteView(late.id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(ada.saveView({ name: '  ', query: '' })).rejects.toMatchObject({ code: 'invalid_input' })
  await ada.as({ tenant: 'acme', user: 'root', roles: ['admin'] }).deleteView(late.id)
  expect(await ada.listViews()).toEqual([])
})
