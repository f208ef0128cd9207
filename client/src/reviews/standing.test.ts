import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../test/review-desk.ts'
import { type Scene, setScene } from '../../test/scene.ts'

let scene: Scene
let desk: Desk

beforeAll(async () => {
  scene = await setScene()
  desk = openDesk(scene.database, scene.client())
})
afterAll(() => scene.close())

test('a review is decided by its roles, its named people and admins, and others read why they may not', async () => {
  const { id } = await scene.review(await scene.run(), {}, { row: { roles: ['approver'], users: ['una'] } })
  const allowed = async (...who: Parameters<Desk['as']>) => (await desk.as(...who).getReview(id)).standing
  expect(await allowed('lea', 'approver')).toEqual({ allowed: true, why: null, says: null })
  expect(await allowed('una', 'reviewer')).toEqual({ allowed: true, why: null, says: null })
  expect(await allowed('root', 'admin')).toEqual({ allowed: true, why: null, says: null })
  expect(await allowed('bob', 'reviewer')).toEqual({
    allowed: false,
    why: 'It is for the role approver or for una; you are reviewer.',
    says: { code: 'standing.forBoth', values: { roles: ['approver'], people: ['una'], yours: ['reviewer'] } },
  })
  expect(await allowed('vic', 'viewer')).toMatchObject({ allowed: false })
  await expect(desk.as('bob').decide({ review: id, verb: 'approve' })).rejects.toMatchObject({
    code: 'not_yours_to_decide',
    status: 403,
    details: { roles: ['approver'], users: ['una'] },
  })
  await expect(desk.as('una').decide({ review: id, verb: 'approve' })).resolves.toMatchObject({ review: { decidedBy: 'una' } })
  expect(await allowed('lea', 'approver')).toMatchObject({ allowed: false, why: 'una has decided it.' })
})

test('who is excluded may not decide, though an admin or named', async () => {
  const { id } = await scene.review(await scene.run(), {}, { row: { users: ['ada'], excluded: ['ada'] } })
  for (const role of ['admin', 'reviewer'] as const) {
    expect((await desk.as('ada', role).getReview(id)).standing.allowed).toBe(false)
    await expect(desk.as('ada', role).decide({ review: id, verb: 'approve' })).rejects.toMatchObject({ code: 'not_yours_to_decide' })
    await expect(desk.as('ada', role).claim(id)).rejects.toMatchObject({ code: 'not_yours_to_decide' })
  }
  await expect(desk.as('bob').decide({ review: id, verb: 'approve' })).resolves.toMatchObject({ outcome: 'decided' })
})

test('who has answered another review of the run since this one was opened may not decide it where the policy minds', async () => {
  const run = await scene.run()
  const first = await scene.review(run)
  const second = await scene.review(run, {}, { row: { policy: { notBefore: true } } })
  const third = await scene.review(run)
  await desk.as('ada').decide({ review: first.id, verb: 'approve' })
  expect((await desk.as('ada').getReview(second.id)).standing).toMatchObject({ allowed: false })
  await expect(desk.as('ada').decide({ review: second.id, verb: 'approve' })).rejects.toMatchObject({ code: 'not_yours_to_decide' })
  await expect(desk.as('ada').decide({ review: third.id, verb: 'approve' })).resolves.toBeDefined()
  await expect(desk.as('bob').decide({ review: second.id, verb: 'approve' })).resolves.toBeDefined()
})

test('an answer that is one of several counts as well', async () => {
  const run = await scene.run()
  const first = await scene.review(run, {}, { row: { quorum: 2 } })
  const second = await scene.review(run, {}, { row: { policy: { notBefore: true } } })
  await desk.as('ada').decide({ review: first.id, verb: 'approve' })
  await expect(desk.as('ada').claim(second.id)).rejects.toMatchObject({ code: 'not_yours_to_decide' })
})

test('one person who answers ten reviews of a run at the same moment gets one where the policy minds', async () => {
  const run = await scene.run()
  const reviews = await Promise.all(Array.from({ length: 10 }, () => scene.review(run, {}, { row: { policy: { notBefore: true } } })))
  const results = await Promise.allSettled(reviews.map(({ id }) => desk.as('ada').decide({ review: id, verb: 'approve' })))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'not_yours_to_decide' })
})

test('a token that may not review decides nothing, whatever its owner is', async () => {
  const { id } = await scene.review(await scene.run())
  const token = scene.client().as({ tenant: 'acme', user: 'root', roles: ['admin'], scopes: ['read'] })
  expect((await token.getReview(id)).standing.allowed).toBe(false)
  expect((await token.getReview(id)).ticket).toBeNull()
  await expect(token.decide({ review: id, verb: 'approve' })).rejects.toMatchObject({ code: 'forbidden' })
})

test('another tenant’s review is not there, for no door', async () => {
  const { id } = await scene.review(await scene.run())
  const other = scene.client().as({ tenant: 'other', user: 'ada', roles: ['admin'] })
  const doors = [
    () => other.getReview(id),
    () => other.decide({ review: id, verb: 'approve' }),
    () => other.claim(id),
    () => other.assign(id, 'ada'),
    () => other.sendBack(id, 'again'),
    () => other.comment(id, 'hello'),
    () => other.listComments(id),
    () => other.getShown(id, `shown-${id}`),
  ]
  for (const door of doors) await expect(door()).rejects.toMatchObject({ code: 'not_found' })
  await other.release(id)
  expect(await desk.eventNames(id)).toEqual([])
})
