import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../infra/test/database.ts'
import { connectDatabase, type Database } from './connect.ts'
import { migrate } from './migrate.ts'
import { TENANT_ROLE } from './row-security.ts'

interface Table {
  name: string
  owner: 'tenant' | 'thread_id'
  columns: { name: string; type: string }[]
}

let created: TestDatabase
let owner: Database
let acme: Database
let tables: Table[]

beforeAll(async () => {
  created = await createTestDatabase()
  owner = connectDatabase(created.url, { max: 1 })
  acme = connectDatabase(created.url, { max: 2, tenant: 'acme' })
  await dropReferences()
  tables = await findTables()
  for (const tenant of ['acme', 'other']) {
    await insertRow(owner.pool, 'countersign.runs', { id: `r_${tenant}`, tenant })
    for (const table of tables) await insertRow(owner.pool, table.name, rowOf(table, tenant))
  }
})
afterAll(async () => {
  await acme.close()
  await owner.close()
  await created.drop()
})

/** Every table that holds what is somebody's, from the catalogue: a new one is tested without being named here. */
async function findTables(): Promise<Table[]> {
  const { rows } = await owner.pool.query<Table>(`
    select format('%I.%I', s.nspname, c.relname) as name, a.attname as owner, (
      select json_agg(json_build_object('name', n.attname, 'type', format_type(n.atttypid, null))) from pg_attribute n
      where n.attrelid = c.oid and n.attnum > 0 and n.attnotnull and not n.atthasdef and not n.attisdropped) as columns
    from pg_class c join pg_namespace s on s.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attname = case s.nspname when 'countersign' then 'tenant' else 'thread_id' end
    where s.nspname in ('countersign', 'langgraph') and c.relkind in ('r', 'p') order by 1`)
  return rows
}

/** Rows are made one table at a time: what they refer to need not be there. */
async function dropReferences(): Promise<void> {
  await owner.pool.query(`do $$ declare c record; begin
    for c in select conrelid::regclass as name, conname from pg_constraint where contype = 'f' loop
      execute format('alter table %s drop constraint %I', c.name, c.conname);
    end loop; end $$`)
}

const rowOf = ({ owner: column }: Pick<Table, 'owner'>, tenant: string) => ({ [column]: column === 'tenant' ? tenant : `r_${tenant}` })

function someValue(type: string): unknown {
  if (type.endsWith('[]')) return '{}'
  if (/^(integer|bigint|real|boolean)$/.test(type)) return '1'
  if (/^jsonb?$/.test(type)) return '{}'
  if (type.startsWith('timestamp')) return '2026-01-01'
  if (type === 'vector') return '[1]'
  return randomUUID()
}

async function insertRow(pool: pg.Pool, table: string, values: Record<string, string>): Promise<void> {
  const known = tables.find(({ name }) => name === table)?.columns ?? []
  const row = { ...Object.fromEntries(known.map(({ name, type }) => [name, someValue(type)])), ...values }
  const names = Object.keys(row)
  const places = names.map((_, index) => `$${index + 1}`)
  const columns = names.map((name) => `"${name}"`)
  await pool.query(`insert into ${table} (${columns.join(', ')}) values (${places.join(', ')})`, Object.values(row))
}

test('the catalogue names the tables that matter', () => {
  const names = tables.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['countersign.reviews', 'countersign.tokens', 'langgraph.checkpoints']))
  expect(names.length).toBeGreaterThan(20)
})

test('a query that forgot its tenant sees the rows of its own alone, in every table', async () => {
  for (const { name, owner: column } of tables) {
    const seen = (pool: pg.Pool) => pool.query<{ of: string }>(`select distinct ${column} as of from ${name} order by 1`)
    expect({ name, seen: (await seen(owner.pool)).rows.map(({ of }) => of.replace('r_', '')) }).toEqual({ name, seen: ['acme', 'other'] })
    expect({ name, seen: (await seen(acme.pool)).rows.map(({ of }) => of.replace('r_', '')) }).toEqual({ name, seen: ['acme'] })
  }
})

test("a row for another tenant is refused, and another tenant's rows cannot be changed or removed", async () => {
  for (const table of tables) {
    const theirs = rowOf(table, 'other')
    await expect(insertRow(acme.pool, table.name, theirs), table.name).rejects.toMatchObject({ code: '42501' })
    const where = `${table.owner} = '${Object.values(theirs)[0]}'`
    for (const change of [
      `update ${table.name} set ${table.owner} = ${table.owner} where ${where}`,
      `delete from ${table.name} where ${where}`,
    ]) {
      const changed = await acme.pool.query(change).then(
        ({ rowCount }) => rowCount,
        (error: { code?: string }) => error.code,
      )
      expect({ change, changed: changed === 0 || changed === '42501' }).toEqual({ change, changed: true })
    }
    const { rows } = await owner.pool.query(`select from ${table.name} where ${where}`)
    expect({ name: table.name, left: rows.length > 0 }).toEqual({ name: table.name, left: true })
  }
})

test('an own row cannot be given to another tenant', async () => {
  const moved = acme.pool.query(`update countersign.reviews set tenant = 'other'`)
  await expect(moved).rejects.toMatchObject({ code: '42501' })
})

test('the audit log can be read and added to, and nothing else', async () => {
  await insertRow(acme.pool, 'countersign.audit', { tenant: 'acme' })
  await expect(acme.pool.query('update countersign.audit set event = event')).rejects.toMatchObject({ code: '42501' })
  await expect(acme.pool.query('delete from countersign.audit')).rejects.toMatchObject({ code: '42501' })
})

test('a connection that lost its tenant sees nothing', async () => {
  const client = await acme.pool.connect()
  await client.query("set countersign.tenant = ''")
  expect((await client.query('select from countersign.runs')).rowCount).toBe(0)
  await client.query('reset all')
  expect((await client.query('select from countersign.runs')).rowCount).toBe(2)
  client.release(true)
})

describe('the name of a tenant', () => {
  test.each(['o\'brien"$$', 'back\\slash', '-c role=postgres', 'ünï-件'])('%s stays a name', async (tenant) => {
    const database = connectDatabase(created.url, { max: 1, tenant })
    const { rows } = await database.pool.query("select current_user as role, current_setting('countersign.tenant') as tenant")
    await database.close()
    expect(rows).toEqual([{ role: TENANT_ROLE, tenant }])
  })

  test('holds against options in the address of the database', async () => {
    const url = new URL(created.url)
    url.searchParams.set('options', '-c role=none -c statement_timeout=7s')
    const database = connectDatabase(url.href, { max: 1, tenant: 'acme' })
    const { rows } = await database.pool.query("select current_user as role, current_setting('statement_timeout') as timeout")
    await database.close()
    expect(rows).toEqual([{ role: TENANT_ROLE, timeout: '7s' }])
  })
})

test('two databases of one cluster are migrated at once, and again', async () => {
  const databases = await Promise.all([createEmptyDatabase(), createEmptyDatabase(), createEmptyDatabase()])
  await Promise.all(databases.map(({ url }) => migrate(url)))
  await Promise.all(databases.flatMap(({ url }) => [migrate(url), migrate(url)]))
  await Promise.all(databases.map(({ drop }) => drop()))
})
