import { type BatchDeps, createBatchActivities } from '@countersign/activities'
import type { CountersignClient } from '@countersign/client'
import { createRelay, type Relay } from '@countersign/client/relay'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { registerGraph, type Scene, setScene } from '../../../client/test/scene.ts'
import { createTestNamespace, type TestNamespace } from '../../../client/test/temporal.ts'
import { standInEngine } from './testing/stand-in-engine.ts'
import { until } from './testing/until.ts'
import { loadWorkflowBundle } from './workflow-bundle.ts'

let scene: Scene
let temporal: TestNamespace
let relay: Relay
let ada: CountersignClient
/** What happens around each decision of a batch. */
let around: (decide: () => Promise<unknown>, review: string) => Promise<unknown> = (decide) => decide()

beforeAll(async () => {
  ;[scene, temporal] = await Promise.all([setScene(), createTestNamespace()])
  ada = scene.client({ roles: ['reviewer'] })
  const decide: BatchDeps['decide'] = (actor, input) => around(() => ada.as(actor).decide(input), input.review ?? '')
  const activities = createBatchActivities({ db: scene.database.db, decide })
  await temporal.work({ workflowBundle: await loadWorkflowBundle(), activities: { ...activities, ...standInEngine(scene.database) } })
  const log = { info: () => undefined, warn: () => undefined }
  relay = createRelay({ database: scene.database, client: temporal.client, log, intervalMs: 500 })
  relay.start()
})
afterAll(async () => {
  await relay.stop()
  await temporal.close()
  await scene.close()
})
beforeEach(() => {
  around = (decide) => decide()
})

async function openReviews(count: number, documentType = 'invoice'): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at++) ids.push((await scene.review(await scene.run(), { documentType })).id)
  return ids
}
const untilStatus = (batch: string, status: string) =>
  until(`batch ${batch} is ${status}`, async () => {
    const view = await ada.getBatch(batch)
    return view.status === status && view
  })
const eventsOf = async (batch: string) => {
  const rows = await scene.database.pool.query(`select event from countersign.audit where data ->> 'batch' = $1 order by seq`, [batch])
  return rows.rows.map(({ event }) => event)
}
const decisionsOf = async (ids: string[]) =>
  (await scene.database.pool.query('select review, by, reason from countersign.decisions where review = any($1)', [ids])).rows

describe('a batch', () => {
  it('decides each of its items on its own, and says what became of it', async () => {
    const ids = await openReviews(30)
    const [taken = '', changed = '', held = ''] = ids
    const batch = await ada.createBatch({ verb: 'reject', reason: 'Wrong address', reviews: ids })
    expect(batch).toMatchObject({ status: 'preview', total: 30, decided: 0, refused: 0, createdBy: 'ada' })
    const grace = scene.client({ user: 'grace' })
    await grace.decide({ review: taken, verb: 'approve' })
    await scene.database.pool.query(`update countersign.reviews set shown_hash = 'other' where id = $1`, [changed])
    await grace.claim(held)
    await ada.startBatch(batch.id)
    expect(await untilStatus(batch.id, 'done')).toMatchObject({ decided: 27, refused: 3, finishedAt: expect.any(String) })
    const { items } = await ada.listBatchItems(batch.id, { status: 'refused' })
    expect(items.map(({ review, code }) => [review, code])).toEqual([
      [taken, 'already_decided'],
      [changed, 'changed_since_shown'],
      [held, 'claimed_by_other'],
    ])
    expect(items[0]?.message).toContain('grace decided')
    expect((await decisionsOf(ids.slice(3))).every(({ by, reason }) => by === 'ada' && reason === 'Wrong address')).toBe(true)
    expect(await eventsOf(batch.id)).toEqual(['batch.created', 'batch.started', 'batch.done'])
  })

  it('stops after the item under way, and goes on where it was', async () => {
    const ids = await openReviews(12)
    const batch = await ada.createBatch({ verb: 'approve', reviews: ids })
    around = async (decide, review) => {
      const decided = await decide()
      if (review === ids[4]) await ada.stopBatch(batch.id)
      return decided
    }
    await ada.startBatch(batch.id)
    await until('five are decided', async () => (await ada.getBatch(batch.id)).decided === 5)
    expect(await ada.stopBatch(batch.id)).toMatchObject({ status: 'stopped', decided: 5 })
    expect(await decisionsOf(ids)).toHaveLength(5)
    await ada.startBatch(batch.id)
    await ada.startBatch(batch.id)
    expect(await untilStatus(batch.id, 'done')).toMatchObject({ decided: 12, refused: 0 })
    expect(await eventsOf(batch.id)).toEqual(['batch.created', 'batch.started', 'batch.stopped', 'batch.started', 'batch.done'])
  })

  it('whose worker dies between a decision and its note is decided once all the same', async () => {
    const ids = await openReviews(6)
    const batch = await ada.createBatch({ verb: 'approve', reviews: ids })
    let died = false
    around = async (decide, review) => {
      const decided = await decide()
      if (review === ids[3] && !died) {
        died = true
        throw new Error('the worker is gone')
      }
      return decided
    }
    await ada.startBatch(batch.id)
    expect(await untilStatus(batch.id, 'done')).toMatchObject({ decided: 6, refused: 0 })
    expect(died).toBe(true)
    expect(await decisionsOf(ids)).toHaveLength(6)
  })
})

describe('a batch for parked runs', () => {
  it.each([
    ['retry', {}, null],
    ['edit', { value: { language: 'fr' } }, null],
    ['skip', { node: 'load' }, 'load'],
    ['abort', { reason: 'Not ours' }, null],
  ] as const)('brings %s to each of them as it was asked for', async (verb, answer, node) => {
    const ids: string[] = []
    for (let at = 0; at < 3; at++) {
      const run = await scene.run({ status: 'parked', graph: `parked-${verb}` })
      const request = { kind: 'incident' as const, verbs: [verb], proposal: { node: 'index', code: 'unavailable', message: `Shard ${at}` } }
      ids.push((await scene.review(run, request)).id)
    }
    await registerGraph(scene.database, `parked-${verb}`)
    const operator = scene.client({ user: 'olga', roles: ['operator', 'reviewer'] })
    const batch = await operator.createBatch({ verb, ...answer, filter: { graph: `parked-${verb}`, code: 'unavailable' } })
    await operator.startBatch(batch.id)
    expect(await untilStatus(batch.id, 'done')).toMatchObject({ decided: 3, refused: 0 })
    const sql = 'select verb, value, reason, node from countersign.decisions where review = any($1)'
    const { rows } = await scene.database.pool.query(sql, [ids])
    const value = 'value' in answer ? answer.value : null
    const reason = 'reason' in answer ? answer.reason : null
    expect(rows).toEqual(ids.map(() => ({ verb, value, reason, node })))
  })
})

describe('a batch that is made', () => {
  it('by a filter holds the open reviews it finds, in their order, and decides nothing', async () => {
    const ids = await openReviews(3, 'receipt')
    await openReviews(1, 'letter')
    const batch = await ada.createBatch({ verb: 'approve', filter: { documentType: 'receipt' } })
    const page = await ada.listBatchItems(batch.id, { limit: 2 })
    const rest = await ada.listBatchItems(batch.id, { limit: 2, after: page.next ?? '' })
    expect([...page.items, ...rest.items].map(({ review }) => review)).toEqual(ids)
    expect(rest.next).toBeNull()
    expect(await decisionsOf(ids)).toEqual([])
  })

  it('says what stands out', async () => {
    const ids = await openReviews(8)
    const { id: other } = await scene.review(await scene.run(), { kind: 'approval', verbs: ['reject'], documentType: 'invoice' })
    await ada.comment(ids[0] ?? '', 'Is this ours?')
    const batch = await ada.createBatch({ verb: 'approve', reviews: [...ids, other] })
    const { items } = await ada.listBatchItems(batch.id, { odd: true })
    expect(items.map(({ review, odd }) => [review, odd])).toEqual([
      [ids[0], ['has a comment']],
      [other, ['another kind than most: approval, not extraction', 'cannot be answered with approve']],
    ])
    expect(batch.odd).toBe(2)
  })

  it('of a review that is closed already refuses it at once', async () => {
    const [open = '', closed = ''] = await openReviews(2)
    await ada.decide({ review: closed, verb: 'approve' })
    const batch = await ada.createBatch({ verb: 'approve', reviews: [open, closed] })
    expect(batch).toMatchObject({ total: 2, refused: 1 })
  })

  it.each([
    ['nothing', { verb: 'approve' as const, reviews: [] }, 'invalid_input'],
    ['a filter that finds nothing', { verb: 'approve' as const, filter: { text: 'no such title' } }, 'invalid_input'],
    ['a rejection without a reason', { verb: 'reject' as const, reviews: ['rv_1'] }, 'invalid_input'],
    ['an unknown review', { verb: 'approve' as const, reviews: ['rv_1'] }, 'not_found'],
  ])('of %s is refused', async (_, input, code) => {
    await expect(ada.createBatch(input)).rejects.toMatchObject({ code })
  })

  it('is run by its maker only, and stopped by its maker or who assigns work', async () => {
    const batch = await ada.createBatch({ verb: 'approve', reviews: await openReviews(1) })
    const [grace, approver] = [scene.client({ user: 'grace', roles: ['reviewer'] }), scene.client({ user: 'eve', roles: ['approver'] })]
    await expect(grace.startBatch(batch.id)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(grace.stopBatch(batch.id)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await approver.stopBatch(batch.id)).toMatchObject({ status: 'preview' })
    await expect(scene.client({ tenant: 'other' }).getBatch(batch.id)).rejects.toMatchObject({ code: 'not_found' })
  })
})
