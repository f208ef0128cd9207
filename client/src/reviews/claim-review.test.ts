import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../test/review-desk.ts'
import { type Scene, setScene } from '../../test/scene.ts'
import type { CountersignClient } from '../types.ts'

let scene: Scene
let desk: Desk
let ada: CountersignClient
let bob: CountersignClient

beforeAll(async () => {
  scene = await setScene()
  const client = scene.client()
  desk = openDesk(scene.database, client)
  ada = desk.as('ada')
  bob = desk.as('bob')
})
afterAll(() => scene.close())

const MINUTE = 60_000
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds)

test('whoever claims a review has it for five minutes, and others are told who and until when', async () => {
  const { id } = await scene.review(await scene.run())
  const claim = await ada.claim(id)
  expect(claim).toMatchObject({ review: id, by: 'ada' })
  expect(Date.parse(claim.until) - Date.now()).toBeGreaterThan(4 * MINUTE)
  expect(Date.parse(claim.until) - Date.now()).toBeLessThan(6 * MINUTE)
  expect((await bob.getReview(id)).claim).toEqual({ by: 'ada', until: claim.until })
  const refusal = { code: 'claimed_by_other', status: 409, details: { by: 'ada', until: claim.until } }
  await expect(bob.claim(id)).rejects.toMatchObject(refusal)
  await expect(bob.decide({ review: id, verb: 'approve' })).rejects.toMatchObject(refusal)
  await expect(bob.decide({ review: id, verb: 'escalate', role: 'approver', reason: 'hard' })).rejects.toMatchObject(refusal)
  await expect(ada.decide({ review: id, verb: 'approve' })).resolves.toMatchObject({ outcome: 'decided', review: { claim: null } })
  expect(await desk.eventNames(id)).toEqual(['review.claimed', 'review.decided'])
})

test('claiming again renews one’s own claim, which is no news in the log', async () => {
  const { id } = await scene.review(await scene.run())
  await ada.claim(id)
  const soon = new Date(Date.now() + MINUTE)
  await desk.change(id, { claimedUntil: soon })
  expect(Date.parse((await ada.claim(id)).until)).toBeGreaterThan(soon.getTime() + MINUTE)
  expect(await desk.eventNames(id)).toEqual(['review.claimed'])
})

test('an expired claim is taken over, and the log says from whom; the one before decides no more', async () => {
  const { id } = await scene.review(await scene.run())
  await ada.claim(id)
  await desk.change(id, { claimedUntil: ago(1) })
  expect((await bob.getReview(id)).claim).toBeNull()
  await bob.claim(id)
  expect((await desk.events(id)).at(-1)).toMatchObject({ event: 'review.taken_over', actor: 'bob', data: { from: 'ada' } })
  await expect(ada.decide({ review: id, verb: 'approve' })).rejects.toMatchObject({ code: 'claimed_by_other', details: { by: 'bob' } })
  await expect(bob.decide({ review: id, verb: 'approve' })).resolves.toMatchObject({ outcome: 'decided' })
})

test('an expired claim that nobody took over holds nobody up', async () => {
  const { id } = await scene.review(await scene.run())
  await ada.claim(id)
  await desk.change(id, { claimedUntil: ago(MINUTE) })
  await expect(bob.decide({ review: id, verb: 'approve' })).resolves.toMatchObject({ review: { decidedBy: 'bob' } })
})

test('a released review is free for all, and releasing what one does not hold does nothing', async () => {
  const { id } = await scene.review(await scene.run())
  await ada.claim(id)
  await bob.release(id)
  await expect(bob.claim(id)).rejects.toMatchObject({ code: 'claimed_by_other' })
  await ada.release(id)
  await ada.release(id)
  await bob.claim(id)
  expect(await desk.eventNames(id)).toEqual(['review.claimed', 'review.released', 'review.claimed'])
})

test('of thirty people who claim one review at once one has it, and the others are told who', async () => {
  const { id } = await scene.review(await scene.run())
  const tries = await Promise.allSettled(Array.from({ length: 30 }, (_, at) => desk.as(`person-${at}`).claim(id)))
  const held = tries.flatMap((result) => (result.status === 'fulfilled' ? [result.value.by] : []))
  expect(held).toHaveLength(1)
  for (const result of tries) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'claimed_by_other', details: { by: held[0] } })
  }
  expect(await desk.eventNames(id)).toEqual(['review.claimed'])
})

test('a claim and a decision of another at the same moment: one of the two holds, fifty times over', async () => {
  const run = await scene.run()
  for (let round = 0; round < 50; round++) {
    const { id } = await scene.review(run)
    const [claimed, decided] = await Promise.allSettled([ada.claim(id), bob.decide({ review: id, verb: 'approve' })])
    expect([claimed.status, decided.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    if (claimed.status === 'rejected') expect(claimed.reason).toMatchObject({ code: 'already_decided', details: { by: 'bob' } })
    if (decided.status === 'rejected') expect(decided.reason).toMatchObject({ code: 'claimed_by_other', details: { by: 'ada' } })
  }
})

test('what is decided, or not one’s to decide, is not claimed', async () => {
  const { id } = await scene.review(await scene.run())
  await ada.decide({ review: id, verb: 'approve' })
  await expect(bob.claim(id)).rejects.toMatchObject({ code: 'already_decided', details: { by: 'ada' } })
  const other = await scene.review(await scene.run(), {}, { row: { roles: ['approver'] } })
  await expect(bob.claim(other.id)).rejects.toMatchObject({ code: 'not_yours_to_decide', status: 403 })
  await expect(bob.claim('rv_unknown')).rejects.toMatchObject({ code: 'not_found' })
})

test('a claim, its release and an assignment are told to everyone who watches', async () => {
  const { id } = await scene.review(await scene.run())
  const stop = new AbortController()
  const heard: string[] = []
  const steps = [() => ada.claim(id), () => ada.release(id), () => desk.as('lea', 'approver').assign(id, 'bob')]
  for await (const change of bob.watch(stop.signal)) {
    if (change.id === id) heard.push(change.kind)
    const next = steps.shift()
    if (next) await next()
    else if (heard.length === 3) stop.abort()
  }
  expect(heard).toEqual(['review', 'review', 'review'])
})

test('a review is given to somebody and to somebody else, who may still leave it to others', async () => {
  const lea = desk.as('lea', 'approver')
  const { id } = await scene.review(await scene.run())
  expect(await lea.assign(id, 'bob')).toMatchObject({ assignee: 'bob' })
  await lea.assign(id, 'bob')
  await lea.assign(id, 'ada')
  await lea.assign(id, null)
  expect((await desk.events(id)).map(({ event, data }) => [event, data.to])).toEqual([
    ['review.assigned', 'bob'],
    ['review.assigned', 'ada'],
    ['review.assigned', null],
  ])
  await expect(ada.assign(id, 'bob')).rejects.toMatchObject({ code: 'forbidden' })
  await ada.decide({ review: id, verb: 'approve' })
  await expect(lea.assign(id, 'bob')).rejects.toMatchObject({ code: 'already_decided' })
})

test('where people are listed, work is given only to those who are there and may decide it', async () => {
  const lea = desk.as('lea', 'approver')
  await scene.person('bob', ['reviewer'])
  await scene.person('vic', ['viewer'])
  const { id } = await scene.review(await scene.run(), {}, { row: { excluded: ['eve'] } })
  await expect(lea.assign(id, 'nobody')).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(lea.assign(id, 'vic')).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(lea.assign(id, 'bob')).resolves.toMatchObject({ assignee: 'bob' })
})
