import { schema } from '@countersign/db'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerGraph, type Scene, setScene } from '../test/scene.ts'
import type { CountersignClient } from './types.ts'

let scene: Scene
let ada: CountersignClient
let bob: CountersignClient

beforeAll(async () => {
  scene = await setScene()
  await registerGraph(scene.database)
  ada = scene.client()
  bob = scene.client({ user: 'bob' })
})
afterAll(() => scene.close())

const rowsOf = async (review: string) => {
  const { db } = scene.database
  const [decisions, outbox, audit] = await Promise.all([
    db.select().from(schema.decisions).where(eq(schema.decisions.review, review)),
    db.select().from(schema.outbox).where(eq(schema.outbox.review, review)),
    db.select().from(schema.audit).where(eq(schema.audit.review, review)),
  ])
  return { decisions, outbox, audit }
}

test('of fifty decisions at once through two clients one wins, and the others are told who won', async () => {
  const review = await scene.review(await scene.run())
  const tries = Array.from({ length: 50 }, (_, at) => (at % 2 ? ada : bob.as(`bob-${at}`)).decide({ review: review.id, verb: 'approve' }))
  const results = await Promise.allSettled(tries)
  const won = results.filter((result) => result.status === 'fulfilled')
  expect(won).toHaveLength(1)
  const winner = won[0]?.status === 'fulfilled' ? won[0].value.review.decidedBy : null
  for (const result of results) {
    if (result.status === 'rejected') {
      expect(result.reason).toMatchObject({ code: 'already_decided', status: 409, details: { by: winner, verb: 'approve' } })
    }
  }
  const { decisions, outbox, audit } = await rowsOf(review.id)
  expect(decisions).toHaveLength(1)
  expect(outbox).toHaveLength(1)
  expect(audit).toHaveLength(1)
})

test('a decision keeps the proposal as its value, with audit entry and message, though Temporal is down', async () => {
  const run = await scene.run()
  const review = await scene.review(run)
  const decided = await ada.decide({ review: review.id, verb: 'approve', shownHash: review.shownHash })
  expect(decided).toMatchObject({ repeated: false, review: { status: 'decided', decidedBy: 'ada', verb: 'approve' } })
  const { decisions, outbox, audit } = await rowsOf(review.id)
  expect(decisions[0]).toMatchObject({ value: { total: 12 }, by: 'ada', appliedAt: null })
  expect(outbox[0]).toMatchObject({ topic: 'decided', run, tenant: 'acme', doneAt: null })
  expect(audit[0]).toMatchObject({ event: 'review.decided', actor: 'ada', run })
})
