import { newReviewId, newRunId } from '@countersign/workflows/contract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../infra/test/database.ts'
import { connectDatabase, type Database } from '../connect.ts'
import { reviews, runs } from '../schema/index.ts'
import { findTitled } from './review-conditions.ts'

let made: TestDatabase
let owner: Database
let acme: Database

beforeAll(async () => {
  made = await createTestDatabase()
  owner = connectDatabase(made.url, { max: 2 })
  acme = connectDatabase(made.url, { max: 2, tenant: 'acme' })
})
afterAll(async () => {
  await Promise.all([owner.close(), acme.close()])
  await made.drop()
})

async function open(tenant: string, title: string): Promise<string> {
  const run = newRunId()
  const id = newReviewId()
  await owner.db.insert(runs).values({ id: run, tenant, graph: 'g', version: '1', title, input: {}, createdBy: 'ada' })
  const row = { id, tenant, run, checkpoint: 'c', task: 't', node: 'n', interrupt: id, kind: 'question', reason: '', request: {} }
  await owner.db.insert(reviews).values({ ...row, title, shownHash: 'x' })
  return id
}
const asker = { user: 'ada', roles: [], status: 'open' } as const

test('the search in titles, which passes by row-level security, answers for the tenant of its connection alone', async () => {
  const own = await open('acme', 'Quittung Zwölfbogen')
  await open('other', 'Quittung Zwölfbogen')
  expect(await findTitled(acme.db, { ...asker, tenant: 'acme', text: 'zwölfBOGEN' })).toEqual([own])
  // Whatever the query says: nothing can be said about another tenant.
  expect(await findTitled(acme.db, { ...asker, tenant: 'other', text: 'Zwölfbogen' })).toBeNull()
  const asked = await acme.db.execute(sql`select countersign.open_reviews_titled(null, '%', 10) as ids`)
  expect(asked.rows).toEqual([{ ids: null }])
})

test('what the index over titles cannot know is looked for in the list: too short, of a run, not open', async () => {
  await open('acme', '发票 42')
  for (const filter of [
    { text: '发票' },
    { text: 'ab' },
    { text: 'Zwölfbogen', run: 'r' },
    { text: 'Zwölfbogen', status: 'decided' as const },
  ]) {
    expect(await findTitled(acme.db, { ...asker, tenant: 'acme', ...filter })).toBeNull()
  }
})
