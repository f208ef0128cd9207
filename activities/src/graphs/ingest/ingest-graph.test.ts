import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connectDatabase, createBlobStore, type Database, receiveDocument, schema } from '@countersign/db'
import { newRunId } from '@countersign/workflows/contract'
import { Command, MemorySaver } from '@langchain/langgraph'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../infra/test/database.ts'
import type { RunContext } from '../../engine/run-context.ts'
import type { Embedder } from '../../models/embedder.ts'
import { createRulesExtractor } from '../../models/rules/rules-extractor.ts'
import type { IngestDeps } from './ingest-deps.ts'
import { createIngestGraph } from './ingest-graph.ts'

const TENANT = 'acme'
let testDatabase: TestDatabase
let database: Database
let folder: string
let deps: IngestDeps

/** Counts letters: near texts get near vectors, and nothing has to be loaded. */
const letterEmbedder: Embedder = {
  name: 'letters',
  dimension: 26,
  maxTokens: 256,
  latinOnly: false,
  embed: async (texts) =>
    texts.map((text) => {
      const vector = new Float32Array(26).fill(0.01)
      for (const letter of text.toLowerCase().match(/[a-z]/g) ?? []) {
        const at = letter.charCodeAt(0) - 97
        vector[at] = (vector[at] ?? 0) + 1
      }
      return vector
    }),
  close: async () => undefined,
}

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = connectDatabase(testDatabase.url)
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-blobs-'))
  deps = {
    db: database.db,
    blobs: createBlobStore(folder),
    extractor: createRulesExtractor(),
    embedder: letterEmbedder,
    fetchUrl: async () => Promise.reject(new Error('not here')),
    maxBytes: 1e8,
    thresholds: {},
    maxRedos: 3,
    pdf: {},
  }
})

afterAll(async () => {
  await database.close()
  await testDatabase.drop()
  await rm(folder, { recursive: true, force: true })
})

async function received(name: string, content: string | Uint8Array, kind: 'text' | 'markdown' | 'html' | 'pdf') {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const { hash } = await deps.blobs.put(bytes, 'text/plain')
  const run = newRunId()
  const uri = `file:///${name}`
  const { document } = await receiveDocument(deps.db, {
    tenant: TENANT,
    hash,
    name,
    kind,
    bytes: bytes.length,
    run,
    uri,
    mime: 'text/plain',
  })
  const input = { document, hash, name, kind, documentType: null, language: null, source: uri, url: null }
  const countersign: RunContext = {
    tenant: TENANT,
    run,
    checkpoint: 'c',
    task: 't',
    node: 'n',
    attempt: 1,
    effectKey: `${run}/${randomUUID()}`,
    by: 'ann',
    heartbeat: () => undefined,
    signal: new AbortController().signal,
  }
  return { input, document, config: { configurable: { thread_id: run, countersign } } }
}

const compiled = (more: Partial<IngestDeps> = {}) =>
  createIngestGraph({ ...deps, ...more }).graph.compile({ checkpointer: new MemorySaver() })

const RECEIPT = `CORNER BOOK STORE
12 High Street
Dublin 2

RECEIPT
Date: 14/03/2024 10:22

Novel                 9.50
Postcards             2.40

TOTAL                11.90
CASH                 20.00
CHANGE                8.10
Thank you
`

describe('the ingest graph under plain LangGraph', () => {
  test('a note without fields is accepted by the machine and becomes searchable', async () => {
    const { input, document, config } = await received(
      'note.md',
      '# Heating\n\nThe boiler is serviced every October by the caretaker.\n',
      'markdown',
    )
    const state = await compiled().invoke(input, config)
    expect(state.vetted).toBe('machine')
    const chunks = await deps.db.select().from(schema.chunks).where(eq(schema.chunks.document, document))
    expect(chunks.map(({ heading, text }) => [heading, text])).toEqual([
      ['Heating', '# Heating\n\nThe boiler is serviced every October by the caretaker.'],
    ])
    const [row] = await deps.db.select().from(schema.documents).where(eq(schema.documents.id, document))
    expect(row).toMatchObject({ documentType: 'generic', language: 'en', vetted: 'machine', indexedHash: input.hash, pages: 1 })
  })

  test('a doubtful receipt waits for a person, whose edit is indexed as vetted by a person', async () => {
    const { input, document, config } = await received('receipt.txt', RECEIPT, 'text')
    const graph = compiled({ thresholds: { receipt: 0.999 } })
    await graph.invoke(input, config)
    const paused = await graph.getState(config)
    expect(paused.next).toEqual(['human_review'])
    const request = paused.tasks[0]?.interrupts[0]?.value
    expect(request).toMatchObject({ kind: 'extraction', documentType: 'receipt', document, proposal: { total: 11.9, date: '2024-03-14' } })
    const resume = { verb: 'edit', value: { ...request.proposal, total: 12.9 }, reason: null, by: 'ann', review: 'rv_1' }
    const state = await graph.invoke(new Command({ resume }), config)
    const total = state.extraction.fields.find((field: { name: string }) => field.name === 'total')
    expect(total).toMatchObject({ value: 12.9, confidence: 1, reasons: ['edited by ann'] })
    const [row] = await deps.db.select().from(schema.documents).where(eq(schema.documents.id, document))
    expect(row).toMatchObject({ vetted: 'person', documentType: 'receipt' })
  })
})
