import { connectDatabase, createPostgresStore, type Database, newAttemptScope, schema } from '@countersign/db'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../test/review-desk.ts'
import { type Scene, setScene } from '../../test/scene.ts'
import type { CountersignClient } from '../types.ts'

let scene: Scene
let desk: Desk
let ada: CountersignClient
let lea: CountersignClient
let engine: Database

beforeAll(async () => {
  scene = await setScene()
  desk = openDesk(scene.database, scene.client())
  ada = desk.as('ada')
  lea = desk.as('lea', 'approver')
  engine = connectDatabase(scene.url, { pipeline: true })
})
afterAll(async () => {
  await engine.close()
  await scene.close()
})

const store = () => createPostgresStore({ pool: engine.pool, claims: engine.pool })

/** A review of a task at the head of a run, decided by ada. */
async function decidedReview(row: Partial<typeof schema.reviews.$inferInsert> = {}) {
  const run = await scene.run()
  await scene.database.db.update(schema.runs).set({ checkpoint: 'c1', step: 3 }).where(eq(schema.runs.id, run))
  const { id } = await scene.review(run, {}, { row })
  await ada.decide({ review: id, verb: 'approve' })
  const task = `task-${id}`
  /** The engine begins an attempt of the task. */
  const claim = () =>
    store().claim({
      tenant: 'acme',
      run,
      checkpoint: 'c1',
      task,
      node: 'human_review',
      activity: `a-${id}`,
      activityAttempt: 1,
      worker: 'test',
    })
  return { run, id, task, claim }
}

/** So many round trips later: the two sides of a race meet at every step of each other. */
async function after(roundTrips: number): Promise<void> {
  for (let at = 0; at < roundTrips; at++) await scene.database.pool.query('select 1')
}

test('a decided review is opened again while its run has not taken the decision in', async () => {
  const { id, claim } = await decidedReview()
  const before = await ada.getReview(id)
  const reopened = await lea.sendBack(id, ' The date is of last year. ')
  expect(reopened).toMatchObject({ status: 'open', round: 2, decidedBy: null, verb: null, claim: null })
  const after = await ada.getReview(id)
  expect(after).toMatchObject({ decision: null, standing: { allowed: true } })
  expect(after.shownHash).not.toBe(before.shownHash)
  expect(await desk.decisions(id)).toMatchObject([{ by: 'ada', withdrawnAt: expect.any(Date), appliedAt: null }])
  expect(await desk.owed(id)).toMatchObject([{ topic: 'decided', doneAt: expect.any(Date) }])
  expect((await desk.events(id)).at(-1)).toMatchObject({
    event: 'review.sent_back',
    actor: 'lea',
    data: { reason: 'The date is of last year.', round: 2 },
  })
  expect((await claim()).reviews).toMatchObject([{ id, open: true, verb: null }])
  await expect(ada.decide({ review: id, verb: 'approve', shownHash: before.shownHash })).rejects.toMatchObject({
    code: 'changed_since_shown',
  })
  await ada.decide({ review: id, verb: 'reject', reason: 'Last year.', shownHash: after.shownHash })
  expect((await claim()).reviews).toMatchObject([{ id, open: false, verb: 'reject' }])
  expect((await ada.getShown(id, before.shownHash)).proposal).toEqual({ total: 12 })
})

test('only a decided review is sent back, with a reason, by who may give work to others', async () => {
  const { id } = await decidedReview()
  await expect(ada.sendBack(id, 'again')).rejects.toMatchObject({ code: 'forbidden' })
  await expect(lea.sendBack(id, '  ')).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(lea.sendBack('rv_unknown', 'again')).rejects.toMatchObject({ code: 'not_found' })
  await lea.sendBack(id, 'again')
  await expect(lea.sendBack(id, 'again')).rejects.toMatchObject({ code: 'conflict', details: { status: 'open' } })
})

test('a second look is somebody else’s where the policy minds who decided before', async () => {
  const { id } = await decidedReview({ policy: { notBefore: true } })
  await lea.sendBack(id, 'again')
  expect((await ada.getReview(id)).standing.allowed).toBe(false)
  await expect(desk.as('bob').decide({ review: id, verb: 'approve' })).resolves.toBeDefined()
})

test('several answers are asked for anew after a review was sent back', async () => {
  const { id } = await scene.review(await scene.run(), {}, { row: { quorum: 2, policy: { quorum: 2 } } })
  const [bob, cy] = [desk.as('bob'), desk.as('cy')]
  await bob.decide({ review: id, verb: 'approve' })
  await cy.decide({ review: id, verb: 'approve' })
  await lea.sendBack(id, 'again')
  expect((await bob.getReview(id)).votes).toMatchObject({ given: 0, mine: false })
  await bob.decide({ review: id, verb: 'reject', reason: 'no' })
  await expect(cy.decide({ review: id, verb: 'reject', reason: 'no' })).resolves.toMatchObject({ outcome: 'decided', review: { round: 2 } })
})

test('a settled dispute that is sent back is settled again, and by none of those who differed', async () => {
  const { id } = await scene.review(await scene.run(), {}, { row: { quorum: 2, policy: { quorum: 2 } } })
  const max = desk.as('max', 'approver')
  await max.decide({ review: id, verb: 'approve' })
  await desk.as('bob').decide({ review: id, verb: 'reject', reason: 'no' })
  await lea.decide({ review: id, verb: 'approve' })
  await lea.sendBack(id, 'again')
  await expect(max.decide({ review: id, verb: 'approve' })).rejects.toMatchObject({ code: 'not_yours_to_decide' })
  await expect(lea.decide({ review: id, verb: 'reject', reason: 'no' })).resolves.toMatchObject({ outcome: 'decided' })
})

test('what the run has taken up, taken in, or ended with is not sent back, and the error says where to fork', async () => {
  const taken = await decidedReview()
  const { attempt } = await taken.claim()
  const refusal = (run: string) => ({ code: 'run_passed', status: 409, details: { run, checkpoint: 'c1' } })
  await expect(lea.sendBack(taken.id, 'again')).rejects.toMatchObject(refusal(taken.run))
  if (!attempt) throw new Error('nothing was claimed')
  await store().commit(newAttemptScope(attempt), {
    status: 'done',
    head: { checkpoint: 'c2', step: 4, next: [] },
    applied: [taken.id],
  })
  await expect(lea.sendBack(taken.id, 'again')).rejects.toMatchObject(refusal(taken.run))
  const failed = await decidedReview()
  const lost = (await failed.claim()).attempt
  if (!lost) throw new Error('nothing was claimed')
  await store().fail(lost, { code: 'internal', message: 'The node failed after it had read the answer.' })
  await expect(lea.sendBack(failed.id, 'again')).rejects.toMatchObject(refusal(failed.run))
  const ended = await decidedReview()
  await store().end({ tenant: 'acme', run: ended.run, ended: 'cancelled', by: 'test' })
  await expect(lea.sendBack(ended.id, 'again')).rejects.toMatchObject(refusal(ended.run))
})

test('a hundred times a decision is sent back at the moment the run takes it up: one of the two happens, never both', {
  timeout: 120_000,
}, async () => {
  const outcomes = { sentBack: 0, takenUp: 0 }
  for (let round = 0; round < 100; round++) {
    const { id, claim } = await decidedReview()
    const [sent, claimed] = await Promise.all([
      lea.sendBack(id, 'again').then(
        () => true,
        (error: unknown) => {
          expect(error).toMatchObject({ code: 'run_passed' })
          return false
        },
      ),
      after(round % 8).then(claim),
    ])
    const [review] = claimed.reviews
    expect(claimed.reviews).toHaveLength(1)
    expect(review?.open, `sent back: ${sent}`).toBe(sent)
    expect(review?.verb).toBe(sent ? null : 'approve')
    outcomes[sent ? 'sentBack' : 'takenUp'] += 1
  }
  expect(Math.min(outcomes.sentBack, outcomes.takenUp), 'the race is one').toBeGreaterThan(0)
})

test('of ten people who send a review back at once one does', async () => {
  const { id } = await decidedReview()
  const results = await Promise.allSettled(Array.from({ length: 10 }, (_, at) => desk.as(`lead-${at}`, 'approver').sendBack(id, 'again')))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' })
  expect((await ada.getReview(id)).round).toBe(2)
})

test('a run that is cancelled while one of its reviews is sent back leaves no open review', { timeout: 60_000 }, async () => {
  for (let round = 0; round < 30; round++) {
    const { id, run } = await decidedReview()
    await Promise.all([
      lea.sendBack(id, 'again').catch(() => undefined),
      store().end({ tenant: 'acme', run, ended: 'cancelled', by: 'test' }),
    ])
    expect((await ada.getReview(id)).status).not.toBe('open')
  }
})
