import { schema } from '@countersign/db'
import type { DecideInput } from '@countersign/workflows/contract'
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
  const tries = Array.from({ length: 50 }, (_, at) =>
    (at % 2 ? ada : bob.as({ tenant: 'acme', user: `bob-${at}`, roles: ['reviewer'] })).decide({ review: review.id, verb: 'approve' }),
  )
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

test('the same client key gives the same answer again, also to two calls at once', async () => {
  const review = await scene.review(await scene.run())
  const decide = () => ada.decide({ review: review.id, verb: 'approve', clientKey: 'key-1' })
  const answers = await Promise.all([decide(), decide(), decide()])
  expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1)
  expect(new Set(answers.map(({ decision }) => decision)).size).toBe(1)
  const later = await decide()
  expect(later).toMatchObject({ repeated: true, decision: answers[0]?.decision })
  expect((await rowsOf(review.id)).outbox).toHaveLength(1)
})

test('a client key that decided one review is refused for another, also at the same moment', async () => {
  const run = await scene.run()
  const reviews = [await scene.review(run), await scene.review(run), await scene.review(run)]
  const results = await Promise.allSettled(reviews.map(({ id }) => ada.decide({ review: id, verb: 'approve', clientKey: 'key-2' })))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'invalid_input' })
  expect((await ada.listReviews({ run, status: 'open' })).items).toHaveLength(2)
})

test('a decision bound to what was shown is refused when the proposal has changed since', async () => {
  const review = await scene.review(await scene.run())
  await expect(ada.decide({ review: review.id, verb: 'approve', shownHash: 'what I saw yesterday' })).rejects.toMatchObject({
    code: 'changed_since_shown',
    status: 409,
  })
  expect((await rowsOf(review.id)).decisions).toHaveLength(0)
})

test('a review that was withdrawn, or whose run has ended, takes no decision', async () => {
  const ended = await scene.review(await scene.run({ status: 'cancelled' }))
  await expect(ada.decide({ review: ended.id, verb: 'approve' })).rejects.toMatchObject({ code: 'run_ended' })
  const withdrawn = await scene.review(await scene.run())
  await scene.database.db.update(schema.reviews).set({ status: 'withdrawn' }).where(eq(schema.reviews.id, withdrawn.id))
  await expect(ada.decide({ review: withdrawn.id, verb: 'approve' })).rejects.toMatchObject({ code: 'changed_since_shown' })
})

test('an edit is checked against the schema of the review, and each wrong field is named', async () => {
  const schemaOfInvoice = {
    type: 'object',
    properties: {
      total: { type: 'number' },
      date: { type: 'string', format: 'date' },
      currency: { enum: ['EUR', 'USD'] },
      lines: { type: 'array', items: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] } },
    },
    required: ['total'],
    additionalProperties: false,
  }
  const review = await scene.review(await scene.run(), { schema: schemaOfInvoice })
  const edit = (value: DecideInput['value']) => ada.decide({ review: review.id, verb: 'edit', value })
  const refused = async (value: DecideInput['value'], ...paths: string[]) => {
    const error: unknown = await edit(value).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'invalid_decision', status: 422 })
    expect(error).toMatchObject({ details: { issues: paths.map((path) => expect.objectContaining({ path })) } })
  }
  await refused({ total: '12' }, 'total')
  await refused({ total: 12, date: '31.12.2017' }, 'date')
  await refused({ total: 12, currency: 'XYZ' }, 'currency')
  await refused({ total: 12, lines: [{ amount: 1 }, { amount: 'x' }] }, 'lines.1.amount')
  await refused({}, 'total')
  await refused({ total: 12, iban: 'x' }, '')
  await refused(undefined, 'value')
  await expect(edit({ total: 12, date: '2017-12-31', currency: 'EUR' })).resolves.toMatchObject({ review: { verb: 'edit' } })
  expect((await rowsOf(review.id)).decisions[0]?.value).toEqual({ total: 12, date: '2017-12-31', currency: 'EUR' })
})

test('a review is answered only with its own verbs, and each with what it needs', async () => {
  const run = await scene.run()
  const extraction = await scene.review(run)
  const incident = await scene.review(run, { kind: 'incident', verbs: ['retry', 'edit', 'skip', 'abort'], proposal: null })
  const cases: [Omit<DecideInput, 'review'>, string, string][] = [
    [{ verb: 'retry' }, extraction.id, 'verb_not_allowed'],
    [{ verb: 'abort' }, extraction.id, 'verb_not_allowed'],
    [{ verb: 'escalate', reason: 'over my head' }, extraction.id, 'invalid_decision'],
    [{ verb: 'escalate', role: 'approver' }, extraction.id, 'invalid_decision'],
    [{ verb: 'reject' }, extraction.id, 'invalid_decision'],
    [{ verb: 'reject', reason: '  ' }, extraction.id, 'invalid_decision'],
    [{ verb: 'reject', reason: 'wrong', value: { total: 1 } }, extraction.id, 'invalid_decision'],
    [{ verb: 'approve', value: { total: 13 } }, extraction.id, 'invalid_decision'],
    [{ verb: 'edit', value: { note: 'a\0b' } }, extraction.id, 'invalid_decision'],
    [{ verb: 'edit', value: { note: 'half a pair \ud83d' } }, extraction.id, 'invalid_decision'],
    [{ verb: 'edit', value: 'x'.repeat(1_000_001) }, extraction.id, 'too_large'],
    [{ verb: 'reject', reason: 'a\0b' }, extraction.id, 'invalid_input'],
    [{ verb: 'approve', clientKey: 'a\0b' }, extraction.id, 'invalid_input'],
    [{ verb: 'reject', reason: 'x'.repeat(4001) }, extraction.id, 'invalid_input'],
    [{ verb: 'approve' }, incident.id, 'verb_not_allowed'],
    [{ verb: 'skip' }, incident.id, 'invalid_decision'],
    [{ verb: 'skip', node: 'nowhere' }, incident.id, 'invalid_decision'],
    [{ verb: 'edit', value: [1, 2] }, incident.id, 'invalid_decision'],
    [{ verb: 'retry' }, 'rv_unknown', 'not_found'],
    [{ verb: 'retry' }, 'no id\0', 'not_found'],
  ]
  for (const [decision, review, code] of cases) {
    await expect(ada.decide({ ...decision, review }), `${JSON.stringify(decision).slice(0, 80)} -> ${code}`).rejects.toMatchObject({ code })
  }
  expect((await ada.listReviews({ run, status: 'open' })).items).toHaveLength(2)
  await expect(ada.decide({ review: incident.id, verb: 'skip', node: 'index' })).resolves.toMatchObject({ review: { verb: 'skip' } })
  expect((await rowsOf(incident.id)).decisions[0]).toMatchObject({ verb: 'skip', node: 'index', value: null })
  await expect(ada.decide({ review: extraction.id, verb: 'reject', reason: ' The total is wrong. ' })).resolves.toBeDefined()
  expect((await rowsOf(extraction.id)).decisions[0]).toMatchObject({ verb: 'reject', reason: 'The total is wrong.', value: null })
})

test('text that only looks like an escaped NUL is kept', async () => {
  const review = await scene.review(await scene.run())
  const value = { note: 'C:\\u0000 and \\\\ud83d and 😀' }
  await ada.decide({ review: review.id, verb: 'edit', value })
  expect((await ada.getReview(review.id)).decision?.value).toEqual(value)
})
