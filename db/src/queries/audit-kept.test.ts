import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../infra/test/database.ts'
import { connectDatabase, type Database } from '../connect.ts'
import { schema } from '../index.ts'

let place: TestDatabase
let database: Database
beforeAll(async () => {
  place = await createTestDatabase()
  database = connectDatabase(place.url)
})
afterAll(async () => {
  await database.close()
  await place.drop()
})

const add = async () => {
  const [row] = await database.db.insert(schema.audit).values({ tenant: 'acme', actor: 'ada', event: 'run.started', data: {} }).returning()
  if (!row) throw new Error('nothing was inserted')
  return row.seq
}
const refused = { cause: { message: expect.stringContaining('append-only') } }

test.each([
  ['its event', sql`event = 'run.done'`],
  ['its actor', sql`actor = 'eve'`],
  ['its data', sql`data = '{"a":1}'`],
  ['its time', sql`at = at - interval '1 day'`],
  ['its tenant', sql`tenant = 'other'`],
  ['its run', sql`run = 'r_1'`],
  ['its seal and its event at once', sql`position = 99, mac = 'm', event = 'run.done'`],
  ['half of its seal', sql`position = 99`],
])('an audit entry keeps %s, even from the owner of the table', async (_name, change) => {
  const seq = await add()
  await expect(database.db.execute(sql`update countersign.audit set ${change} where seq = ${seq}`)).rejects.toMatchObject(refused)
})

test('an audit entry is sealed once', async () => {
  const seq = await add()
  const seal = (position: number) =>
    database.db.execute(sql`update countersign.audit set position = ${position}, mac = 'm' where seq = ${seq}`)
  await seal(1)
  await expect(seal(2)).rejects.toMatchObject(refused)
})

test('no audit entry is deleted, nor all of them, nor inserted with a seal', async () => {
  const seq = await add()
  const statements = [
    sql`delete from countersign.audit where seq = ${seq}`,
    sql`truncate countersign.audit`,
    sql`insert into countersign.audit (tenant, actor, event, data, position, mac) values ('acme', 'eve', 'run.done', '{}', 7, 'm')`,
  ]
  for (const statement of statements) await expect(database.db.execute(statement)).rejects.toMatchObject(refused)
})
