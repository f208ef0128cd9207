import { type ReviewPolicy, type ReviewRequest, reviewRequest } from '@countersign/workflows/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  attempt,
  beginTest,
  closeScene,
  decide,
  only,
  openScene,
  parkAt,
  query,
  question,
  run,
  store,
  TENANT,
} from '../../test/engine-scene.ts'
import { shownHashOf } from '../queries/shown-hash.ts'

beforeAll(openScene)
afterAll(closeScene)
beforeEach(async () => {
  await query('delete from countersign.review_policies')
  await beginTest()
})

const requestOf = (more: Partial<Parameters<typeof reviewRequest>[0]> = {}): ReviewRequest =>
  reviewRequest({ kind: 'extraction', title: 'Invoice', verbs: ['approve'], proposal: { total: 1 }, ...more })

async function open(request = requestOf(), task = 'a'): Promise<string> {
  const [opened] = await store.commit(await attempt(task), { status: 'waiting', reviews: [{ ...question(task), request }] })
  if (!opened) throw new Error('no review was opened')
  return opened.id
}
const reviewOf = (id: string) => only('select * from countersign.reviews where id = $1', id)
const clocksOf = (id: string) => query(`select id from countersign.outbox where review = $1 and topic = 'clock' and done_at is null`, id)
const eventsOf = async (id: string) =>
  (await query('select event from countersign.audit where review = $1 order by seq', id)).map(({ event }) => event)

const setPolicy = (scope: string, policy: ReviewPolicy, tenant = TENANT) =>
  query(
    'insert into countersign.review_policies (tenant, scope, policy, updated_by) values ($1, $2, $3, $4)',
    tenant,
    scope,
    JSON.stringify(policy),
    'ann',
  )

describe('a review that is opened', () => {
  it('without any policy is for reviewers and approvers, one answer is enough, and it has no deadline', async () => {
    const id = await open()
    expect(await reviewOf(id)).toMatchObject({
      policy: {},
      roles: ['reviewer', 'approver'],
      users: [],
      excluded: [],
      quorum: 1,
      priority: 0,
      due_at: null,
      round: 1,
    })
    expect(await clocksOf(id)).toEqual([])
  })

  it('takes each key of its policy from the narrowest that names it: request, document type, graph, default', async () => {
    await setPolicy('default', { roles: ['viewer'], quorum: 2, priority: 1, users: ['eve'], blind: false })
    await setPolicy('graph:g', { roles: ['operator'], quorum: 3, priority: 2 })
    await setPolicy('type:invoice', { roles: ['approver'], quorum: 4 })
    await setPolicy('graph:other', { roles: [], users: ['mallory'] })
    await setPolicy('default', { roles: [], users: ['mallory'] }, 'other')
    const id = await open(requestOf({ documentType: 'invoice', policy: { roles: ['admin'] } }))
    const policy = { roles: ['admin'], quorum: 4, priority: 2, users: ['eve'], blind: false }
    expect(await reviewOf(id)).toMatchObject({ policy, roles: ['admin'], quorum: 4, priority: 2, users: ['eve'] })
  })

  it('keeps out the author of the run and whoever decided an earlier review of it, where its policy says so', async () => {
    await decide(await open(requestOf(), 'earlier'))
    const policy = { notAuthor: true, notBefore: true }
    expect(await reviewOf(await open(requestOf({ policy })))).toMatchObject({ excluded: ['ann', 'bob'] })
    expect(await reviewOf(await open(requestOf({ policy: { notBefore: true } }), 'b'))).toMatchObject({ excluded: ['bob'] })
  })

  it('with a deadline knows when it is due, and its clock is owed a message', async () => {
    const id = await open(requestOf({ policy: { deadline: { within: 3600, steps: [] } } }))
    const row = await only('select extract(epoch from due_at - opened_at)::int as within from countersign.reviews where id = $1', id)
    expect(row).toEqual({ within: 3600 })
    expect(await clocksOf(id)).toHaveLength(1)
  })

  it('says how sure the machine is: of the whole, else of the least sure field; and how many fields are doubtful', async () => {
    const field = { name: 'f', label: 'F', value: 1, threshold: 0.8, evidence: [], reasons: [] }
    const fields = [0.9, 0.5, 0.7].map((confidence) => ({ ...field, confidence }))
    expect(await reviewOf(await open(requestOf({ fields })))).toMatchObject({ confidence: 0.5, doubts: 2 })
    expect(await reviewOf(await open(requestOf({ fields, confidence: 0.25 }), 'b'))).toMatchObject({ confidence: 0.25, doubts: 2 })
  })
})

describe('an incident', () => {
  it('is for operators, whatever the tenant demands of content; its deadline and priority count', async () => {
    const deadline = { within: 60, steps: [] }
    await setPolicy('default', { roles: ['reviewer'], quorum: 2, notAuthor: true, priority: 7, deadline })
    const id = await parkAt('a')
    expect(await reviewOf(id ?? '')).toMatchObject({ roles: ['operator'], quorum: 1, excluded: [], priority: 7, due_at: expect.any(Date) })
  })
})

describe('an open review whose interrupt asks again', () => {
  it('the same thing, is left as it is', async () => {
    const id = await open()
    expect(await open(requestOf())).toBe(id)
    expect(await reviewOf(id)).toMatchObject({ shown_hash: shownHashOf(requestOf(), 1), round: 1 })
    expect(await eventsOf(id)).toEqual(['review.opened'])
  })

  it('another thing, shows the new one under a new hash and keeps the old one', async () => {
    const id = await open()
    const [before, now] = [requestOf(), requestOf({ title: 'Invoice, read again', proposal: { total: 2 } })]
    expect(await open(now)).toBe(id)
    expect(await reviewOf(id)).toMatchObject({ title: now.title, request: now, shown_hash: shownHashOf(now, 1) })
    expect(await query('select hash, request from countersign.shown where tenant = $1', TENANT)).toEqual([
      { hash: shownHashOf(before, 1), request: before },
    ])
    expect(await eventsOf(id)).toEqual(['review.opened', 'review.changed'])
  })

  it('another thing after somebody has answered, begins a new round: that answer does not count for it', async () => {
    const id = await open(requestOf({ policy: { quorum: 2 } }))
    await query(
      `insert into countersign.votes (id, tenant, review, round, verb, by, shown_hash) values ('v', $1, $2, 1, 'approve', 'bob', 'x')`,
      TENANT,
      id,
    )
    const now = requestOf({ proposal: { total: 3 } })
    await open(now)
    expect(await reviewOf(id)).toMatchObject({ round: 2, shown_hash: shownHashOf(now, 2) })
  })

  it('after it was decided, stays decided', async () => {
    const id = await open()
    await decide(id)
    expect(await open(requestOf({ proposal: { total: 4 } }))).toBe(id)
    expect(await reviewOf(id)).toMatchObject({ status: 'decided', request: requestOf() })
  })
})

describe('the clock of a review with a deadline', () => {
  const withDeadline = () => requestOf({ policy: { deadline: { within: 60, steps: [] } } })
  const heard = () => query(`update countersign.outbox set done_at = now() where run = $1 and topic = 'clock'`, run)

  it('is told when it is decided, when its deadline moves, and when its run has ended', async () => {
    const [decided, moved, withdrawn] = [await open(withDeadline(), 'a'), await open(withDeadline(), 'b'), await open(withDeadline(), 'c')]
    await heard()
    await decide(decided)
    expect(await clocksOf(decided)).toHaveLength(1)
    await query(`update countersign.reviews set due_at = now() + interval '1 day' where id = $1`, moved)
    expect(await clocksOf(moved)).toHaveLength(1)
    await store.end({ tenant: TENANT, run, ended: 'cancelled', by: 'ann' })
    expect(await clocksOf(withdrawn)).toHaveLength(1)
    expect(await query(`select topic from countersign.outbox where run = $1 and topic <> 'clock' and done_at is null`, run)).toEqual([])
  })
})

it('the hash of what is shown does not depend on the order of keys, and depends on the round', () => {
  expect(shownHashOf({ b: 1, a: { d: [1, { y: 1, x: 2 }], c: undefined } }, 1)).toBe(
    shownHashOf({ a: { d: [1, { x: 2, y: 1 }] }, b: 1 }, 1),
  )
  expect(shownHashOf({ a: [1, 2] }, 1)).not.toBe(shownHashOf({ a: [2, 1] }, 1))
  expect(shownHashOf({ a: 1 }, 1)).not.toBe(shownHashOf({ a: 1 }, 2))
})
