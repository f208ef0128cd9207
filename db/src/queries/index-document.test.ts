import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../infra/test/database.ts'
import { connectDatabase, type Database } from '../connect.ts'
import { chunks, runs } from '../schema/index.ts'
import { type IndexDocument, indexDocument } from './index-document.ts'
import { receiveDocument } from './receive-document.ts'

let testDatabase: TestDatabase
let database: Database
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = connectDatabase(testDatabase.url)
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const hashOf = (name: string): string => name.padEnd(64, '0')

async function receive(name: string): Promise<string> {
  const revision = { tenant: 'a', hash: hashOf(name), name, kind: 'text', bytes: 1, run: 'r_old' } as const
  return (await receiveDocument(database.db, { ...revision, uri: `file:///${name}`, mime: 'text/plain' })).document
}

async function addRun(id: string, minutesAgo: number): Promise<void> {
  const createdAt = sql`now() - make_interval(mins => ${minutesAgo})`
  await database.db
    .insert(runs)
    .values({ id, tenant: 'a', graph: 'ingest', version: '1', title: id, input: {}, createdBy: 'ann', createdAt })
}

function input(document: string, name: string, more: Partial<IndexDocument> & { texts?: string[] } = {}): IndexDocument {
  const { texts = ['one', 'two'], ...rest } = more
  return {
    tenant: 'a',
    document,
    run: 'r_x',
    hash: hashOf(name),
    effect: 'r_x/t1',
    model: 'm',
    dimension: 2,
    documentType: 'generic',
    language: null,
    pages: 1,
    extraction: {},
    vetted: 'machine',
    partial: null,
    chunks: texts.map((text) => ({
      text,
      heading: null,
      page: null,
      kind: 'text' as const,
      context: null,
      start: 0,
      end: text.length,
      terms: text,
      embedding: [1, 0],
    })),
    ...rest,
  }
}

const textsOf = async (document: string): Promise<string[]> =>
  (await database.db.select({ text: chunks.text }).from(chunks).where(eq(chunks.document, document)).orderBy(chunks.ordinal)).map(
    ({ text }) => text,
  )

test('a repeated attempt of the same task changes nothing', async () => {
  const document = await receive('repeated')
  expect(await indexDocument(database.db, input(document, 'repeated'))).toEqual({ outcome: 'indexed' })
  expect(await indexDocument(database.db, input(document, 'repeated', { texts: ['other'] }))).toEqual({ outcome: 'repeated' })
  expect(await textsOf(document)).toEqual(['one', 'two'])
})

test('many runs at once leave the chunks of exactly one of them', async () => {
  const document = await receive('raced')
  const attempts = Array.from({ length: 12 }, (_, at) =>
    input(document, 'raced', { effect: `e${at}`, texts: [`${at}a`, `${at}b`, `${at}c`] }),
  )
  await Promise.all(attempts.map((attempt) => indexDocument(database.db, attempt)))
  const texts = await textsOf(document)
  expect(texts.length).toBe(3)
  expect(new Set(texts.map((text) => text.slice(0, -1))).size).toBe(1)
})

test('an older run does not replace what a newer one has indexed', async () => {
  await addRun('r_older', 10)
  await addRun('r_newer', 1)
  const document = await receive('aged')
  await indexDocument(database.db, input(document, 'aged', { run: 'r_newer', effect: 'n', texts: ['new'] }))
  const late = await indexDocument(database.db, input(document, 'aged', { run: 'r_older', effect: 'o', texts: ['old'] }))
  expect(late).toEqual({ outcome: 'superseded', by: 'run' })
  expect(await textsOf(document)).toEqual(['new'])
})

test('another tenant’s document is not there', async () => {
  const document = await receive('mine')
  expect(await indexDocument(database.db, input(document, 'mine', { tenant: 'b' }))).toEqual({ outcome: 'missing' })
})
