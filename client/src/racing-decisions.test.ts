import { schema } from '@countersign/db'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Scene, setScene } from '../test/scene.ts'
import type { CountersignClient } from './types.ts'

const ROUNDS = 200
const PEOPLE = 50

let scene: Scene
let people: CountersignClient[]

beforeAll(async () => {
  scene = await setScene()
  const clients = [scene.client({ roles: ['reviewer'] }), scene.client({ roles: ['reviewer'] })]
  people = Array.from({ length: PEOPLE }, (_, at) => {
    const client = clients[at % 2]
    if (!client) throw new Error('there are two clients')
    return client.as({ tenant: 'acme', user: `person-${at}`, roles: ['reviewer'] })
  })
})
afterAll(() => scene.close())

test(`of fifty decisions at once one wins and 49 get a typed 409 that names the winner, two hundred times over`, {
  timeout: 180_000,
}, async () => {
  const run = await scene.run()
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await scene.review(run)
    const results = await Promise.allSettled(
      people.map((person, at) =>
        person.decide(at % 3 ? { review: id, verb: 'approve' } : { review: id, verb: 'reject', reason: `by person ${at}` }),
      ),
    )
    const [winner, ...more] = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.review] : []))
    expect(more).toEqual([])
    const losers: unknown[] = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(losers).toHaveLength(PEOPLE - 1)
    const refusal = { code: 'already_decided', status: 409, details: { by: winner?.decidedBy, at: winner?.decidedAt, verb: winner?.verb } }
    for (const loser of losers) expect(loser).toMatchObject(refusal)
  }
  const { db } = scene.database
  const [decisions, owed, audit] = await Promise.all([
    db.execute(sql`select count(*)::int as n, count(distinct d.review)::int as reviews,
                          count(*) filter (where d.by = v.decided_by and d.verb = v.verb)::int as agreeing
                     from countersign.decisions d join countersign.reviews v on v.id = d.review`),
    db.select().from(schema.outbox).where(eq(schema.outbox.run, run)),
    db.select().from(schema.audit).where(eq(schema.audit.event, 'review.decided')),
  ])
  expect(decisions.rows).toEqual([{ n: ROUNDS, reviews: ROUNDS, agreeing: ROUNDS }])
  expect(owed).toHaveLength(ROUNDS)
  expect(audit).toHaveLength(ROUNDS)
})
