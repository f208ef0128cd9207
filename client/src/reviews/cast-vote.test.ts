import { schema } from '@countersign/db'
import { eq } from 'drizzle-orm'
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

const forSeveral = async (quorum: number, policy: object = {}) =>
  await scene.review(await scene.run(), {}, { row: { quorum, policy: { quorum, ...policy } } })

test('two people who give the same answer decide a review, and the second does not see the first', async () => {
  const { id } = await forSeveral(2)
  const [ada, bob] = [desk.as('ada'), desk.as('bob')]
  expect((await bob.getReview(id)).votes).toEqual({ needed: 2, given: 0, disputed: false, mine: false, votes: [] })
  const first = await ada.decide({ review: id, verb: 'edit', value: { total: 13, currency: 'EUR' } })
  expect(first).toMatchObject({ outcome: 'voted', decision: null, review: { status: 'open' } })
  expect((await bob.getReview(id)).votes).toEqual({ needed: 2, given: 1, disputed: false, mine: false, votes: [] })
  expect((await ada.getReview(id)).votes).toMatchObject({ mine: true, votes: [{ by: 'ada', verb: 'edit' }] })
  expect((await ada.getReview(id)).standing).toMatchObject({ allowed: false })
  expect(JSON.stringify(await desk.events(id))).not.toContain('edit')
  const second = await bob.decide({ review: id, verb: 'edit', value: { currency: 'EUR', total: 13 } })
  expect(second).toMatchObject({ outcome: 'decided', review: { status: 'decided', decidedBy: 'bob', verb: 'edit' } })
  expect(await desk.decisions(id)).toMatchObject([{ verb: 'edit', value: { total: 13, currency: 'EUR' }, by: 'bob' }])
  expect(await desk.owed(id)).toHaveLength(1)
  expect(await desk.eventNames(id)).toEqual(['review.voted', 'review.voted', 'review.decided'])
  expect((await desk.events(id)).at(-1)?.data).toMatchObject({ voters: ['ada', 'bob'] })
  expect((await desk.as('cy').getReview(id)).votes?.votes.map(({ by }) => by)).toEqual(['ada', 'bob'])
})

test('whoever has answered does not answer again, but may send the same answer again', async () => {
  const { id } = await forSeveral(2)
  const ada = desk.as('ada')
  await ada.decide({ review: id, verb: 'approve', clientKey: 'vote-1' })
  await expect(ada.decide({ review: id, verb: 'approve', clientKey: 'vote-1' })).resolves.toMatchObject({
    outcome: 'voted',
    repeated: true,
  })
  await expect(ada.decide({ review: id, verb: 'approve' })).rejects.toMatchObject({ code: 'already_voted', status: 409 })
  await expect(ada.claim(id)).rejects.toMatchObject({ code: 'already_voted' })
  await desk.as('bob').decide({ review: id, verb: 'approve', clientKey: 'vote-2' })
  await expect(ada.decide({ review: id, verb: 'approve', clientKey: 'vote-1' })).resolves.toMatchObject({
    outcome: 'voted',
    repeated: true,
  })
  await expect(desk.as('bob').decide({ review: id, verb: 'approve', clientKey: 'vote-2' })).resolves.toMatchObject({
    outcome: 'decided',
    repeated: true,
  })
})

test('answers that differ are settled by one approver, who sees them all and has not answered', async () => {
  const { id } = await forSeveral(2)
  await desk.as('ada').decide({ review: id, verb: 'approve' })
  const lea = desk.as('lea', 'approver')
  const differing = await lea.decide({ review: id, verb: 'reject', reason: 'The total is wrong.' })
  expect(differing).toMatchObject({ outcome: 'voted', review: { status: 'open', disputed: true } })
  expect((await desk.events(id)).at(-1)).toMatchObject({ event: 'review.disputed', data: { role: 'approver' } })
  expect((await lea.getReview(id)).standing).toMatchObject({ allowed: false })
  await expect(lea.decide({ review: id, verb: 'approve' })).rejects.toMatchObject({ code: 'not_yours_to_decide' })
  await expect(desk.as('cy').decide({ review: id, verb: 'approve' })).rejects.toMatchObject({ code: 'not_yours_to_decide' })
  expect((await desk.as('cy').getReview(id)).votes).toMatchObject({ disputed: true, votes: [] })
  const max = desk.as('max', 'approver')
  expect((await max.getReview(id)).votes?.votes).toMatchObject([
    { by: 'ada', verb: 'approve' },
    { by: 'lea', verb: 'reject', reason: 'The total is wrong.' },
  ])
  await expect(max.decide({ review: id, verb: 'approve' })).resolves.toMatchObject({ outcome: 'decided', review: { decidedBy: 'max' } })
})

test('a policy that is not blind shows the answers to all, and names who settles a dispute', async () => {
  const { id } = await forSeveral(3, { blind: false, disputes: 'admin' })
  await desk.as('ada').decide({ review: id, verb: 'approve' })
  expect((await desk.as('bob').getReview(id)).votes?.votes).toHaveLength(1)
  await desk.as('bob').decide({ review: id, verb: 'approve' })
  await desk.as('cy').decide({ review: id, verb: 'edit', value: { total: 99 } })
  await expect(desk.as('lea', 'approver').decide({ review: id, verb: 'approve' })).rejects.toMatchObject({ code: 'not_yours_to_decide' })
  await expect(desk.as('root', 'admin').decide({ review: id, verb: 'approve' })).resolves.toMatchObject({ outcome: 'decided' })
})

test('an answer gives the lease back, so that the next one can begin', async () => {
  const { id } = await forSeveral(2)
  const [ada, bob] = [desk.as('ada'), desk.as('bob')]
  await ada.claim(id)
  await expect(bob.decide({ review: id, verb: 'approve' })).rejects.toMatchObject({ code: 'claimed_by_other' })
  await ada.decide({ review: id, verb: 'approve' })
  await bob.claim(id)
  await expect(bob.decide({ review: id, verb: 'approve' })).resolves.toMatchObject({ outcome: 'decided' })
})

test('of fifty people who answer at once as many are counted as are needed, and the others are told that it is decided', async () => {
  for (const quorum of [2, 3, 7]) {
    const { id } = await forSeveral(quorum)
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, at) => desk.as(`person-${at}`).decide({ review: id, verb: 'approve' })),
    )
    const outcomes = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.outcome] : []))
    expect(outcomes.filter((outcome) => outcome === 'voted')).toHaveLength(quorum - 1)
    expect(outcomes.filter((outcome) => outcome === 'decided')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'already_decided', status: 409 })
    expect(await desk.decisions(id)).toHaveLength(1)
    expect(await desk.owed(id)).toHaveLength(1)
    const votes = await scene.database.db.select().from(schema.votes).where(eq(schema.votes.review, id))
    expect(votes).toHaveLength(quorum)
  }
})

test('of fifty people who give two answers at once none decides, or as many agreed as were needed', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await forSeveral(2)
    await Promise.allSettled(
      Array.from({ length: 50 }, (_, at) =>
        desk.as(`person-${at}`).decide(at % 2 ? { review: id, verb: 'approve' } : { review: id, verb: 'reject', reason: 'no' }),
      ),
    )
    const { status, disputed, votes } = await desk.as('root', 'admin').getReview(id)
    const verbs = votes?.votes.map(({ verb }) => verb) ?? []
    expect(votes?.given).toBe(2)
    expect(status === 'decided').toBe(verbs[0] === verbs[1])
    expect(disputed).toBe(verbs[0] !== verbs[1])
    expect(await desk.decisions(id)).toHaveLength(status === 'decided' ? 1 : 0)
  }
})
