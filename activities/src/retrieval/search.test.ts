import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { schema } from '@countersign/db'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fetchModels } from '../../../infra/local/index.mjs'
import { createIngestHarness, type IngestHarness, TENANT } from '../graphs/ingest/testing/ingest-harness.ts'
import { createModels } from '../models/create-models.ts'
import type { Embedder } from '../models/embedder.ts'
import { readModelsConfig } from '../models/models-config.ts'
import { searchChunks } from './search.ts'

const EXAMPLES = path.join(import.meta.dirname, '..', '..', '..', 'examples', 'documents')
const questions = z
  .array(z.object({ document: z.string(), question: z.string() }))
  .parse(JSON.parse(readFileSync(path.join(EXAMPLES, 'questions.json'), 'utf8')))

let harness: IngestHarness
let embedder: Embedder
beforeAll(async () => {
  const models = await fetchModels()
  embedder = createModels(readModelsConfig({ COUNTERSIGN_MODELS: models })).embedder
  harness = await createIngestHarness()
  const graph = harness.graph({ embedder, thresholds: { invoice: 0 } })
  for (const name of readdirSync(EXAMPLES).filter((file) => !file.endsWith('.json'))) {
    const { input, config } = await harness.receive(name, readFileSync(path.join(EXAMPLES, name)))
    await graph.invoke(input, config)
  }
}, 120_000)
afterAll(async () => {
  await embedder.close()
  await harness.close()
})

const search = (query: string, more: { tenant?: string; with?: Embedder } = {}) =>
  searchChunks({ db: harness.deps.db, embedder: more.with ?? embedder }, { tenant: more.tenant ?? TENANT, query, limit: 5 })

async function nameOf(chunk: string | undefined): Promise<string | undefined> {
  const [row] = await harness.deps.db
    .select({ name: schema.documents.name })
    .from(schema.chunks)
    .innerJoin(schema.documents, eq(schema.documents.id, schema.chunks.document))
    .where(eq(schema.chunks.id, Number(chunk)))
  return row?.name
}

describe('a question', () => {
  test.each(questions)('$question finds $document first', async ({ question, document }) => {
    const [best] = await search(question)
    expect(await nameOf(best?.chunk)).toBe(document)
  })

  test('in a script that the embedder does not know is answered by its words alone', async () => {
    const hits = await search('取水时间')
    expect(hits.length).toBeGreaterThan(0)
    expect(hits.every(({ vector, text }) => vector === undefined && text !== undefined)).toBe(true)
  })

  test('that shares no word with the answer is found by its meaning', async () => {
    const [best] = await search('elevator upkeep deal')
    expect(await nameOf(best?.chunk)).toBe('contract-lift-maintenance.pdf')
    expect(best?.vector).toBeGreaterThan(0)
  })

  test('of quotes, operators and backslashes only finds what it says', async () => {
    await expect(search("'); drop table chunks; -- \\ & | ! <-> :*")).resolves.toEqual(expect.any(Array))
  })

  test('of nothing finds nothing', async () => {
    expect(await search('  ')).toEqual([])
  })
})

test('another tenant’s documents are never found', async () => {
  expect(await search('boiler registers lift', { tenant: 'other' })).toEqual([])
})

test('an embedder other than the index’s is refused', async () => {
  await expect(search('lift', { with: harness.deps.embedder })).rejects.toMatchObject({ code: 'dimension_mismatch' })
})

test('embedding leaves the event loop free', async () => {
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 5)
  await embedder.embed(
    Array.from({ length: 8 }, () => 'a long sentence about lifts and libraries '.repeat(30)),
    'document',
  )
  clearInterval(timer)
  expect(longest).toBeLessThan(200)
})
