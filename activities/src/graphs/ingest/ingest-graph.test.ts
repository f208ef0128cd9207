import { schema } from '@countersign/db'
import { fieldSchema, type ReviewRequest, reviewRequestSchema } from '@countersign/workflows/contract'
import { Command } from '@langchain/langgraph'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { ExtractInput } from '../../models/extractor.ts'
import type { FetchUrl } from '../../sources/fetch-url.ts'
import { contextOf, createIngestHarness, type IngestHarness } from './testing/ingest-harness.ts'

let harness: IngestHarness
beforeAll(async () => {
  harness = await createIngestHarness()
})
afterAll(() => harness.close())

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
const UNSURE = { thresholds: { receipt: 0.999 } }

const chunksOf = (document: string) => harness.deps.db.select().from(schema.chunks).where(eq(schema.chunks.document, document))
const rowOf = async (document: string) =>
  (await harness.deps.db.select().from(schema.documents).where(eq(schema.documents.id, document)))[0]
const answer = (verb: string, more: { value?: unknown; reason?: string; evidence?: Record<string, object[]> } = {}) =>
  new Command({ resume: { verb, value: null, reason: null, by: 'ann', review: 'rv_1', ...more } })

interface Pausable {
  getState(config: object): Promise<{ tasks: { name: string; interrupts: { value?: unknown }[] }[] }>
}
async function requestOf(graph: Pausable, config: object): Promise<ReviewRequest> {
  const { tasks } = await graph.getState(config)
  expect(tasks.map(({ name }) => name)).toEqual(['human_review'])
  return reviewRequestSchema.parse(tasks[0]?.interrupts[0]?.value)
}

describe('documents nobody needs to look at', () => {
  test('a note without fields is accepted by the machine and becomes searchable', async () => {
    const { input, document, config } = await harness.receive(
      'note.md',
      '# Heating\n\nThe boiler is serviced every October by the caretaker.\n',
    )
    const state = await harness.graph().invoke(input, config)
    expect(state).toMatchObject({ vetted: 'machine', indexed: 1, embedded_chunks: null })
    const [chunk, ...others] = await chunksOf(document)
    expect(others).toEqual([])
    expect(chunk).toMatchObject({ heading: 'Heating', start: 0, page: null, terms: expect.stringContaining('boiler') })
    expect(await rowOf(document)).toMatchObject({
      documentType: 'generic',
      language: 'en',
      vetted: 'machine',
      indexedHash: input.hash,
      pages: 1,
    })
  })

  test('what the caller says of type and language is not guessed again', async () => {
    const { input, document, config } = await harness.receive('plain.txt', RECEIPT.replace('RECEIPT', 'SLIP'))
    await harness.graph().invoke({ ...input, documentType: 'generic', language: 'ga' }, config)
    expect(await rowOf(document)).toMatchObject({ documentType: 'generic', language: 'ga' })
  })
})

describe('a doubtful receipt', () => {
  test('waits for a person with its fields, the reasons and a schema to edit by', async () => {
    const { input, document, config } = await harness.receive('receipt.txt', RECEIPT)
    const graph = harness.graph(UNSURE)
    await graph.invoke(input, config)
    const request = await requestOf(graph, config)
    expect(request).toMatchObject({
      kind: 'extraction',
      title: expect.stringMatching(/^Receipt · CORNER BOOK STORE · \d fields doubtful$/),
      reason: expect.stringContaining('total 0.9'),
      verbs: ['approve', 'reject', 'edit'],
      document,
      documentType: 'receipt',
      proposal: { company: 'CORNER BOOK STORE', date: '2024-03-14', total: 11.9 },
      schema: { type: 'object', required: expect.arrayContaining(['total']) },
    })
    const total = request.fields?.find((field) => field.name === 'total')
    const span = total?.evidence[0]?.span
    expect(RECEIPT.trim().slice(span?.start, span?.end).trim()).toBe('11.90')
    expect(await chunksOf(document)).toEqual([])
  })

  test('that is approved is indexed as read and vetted by a person', async () => {
    const { input, document, config } = await harness.receive('approved.txt', `${RECEIPT}\n1`)
    const graph = harness.graph(UNSURE)
    await graph.invoke(input, config)
    await graph.invoke(answer('approve'), config)
    expect(await rowOf(document)).toMatchObject({ vetted: 'person', extraction: { values: { total: 11.9 } } })
  })

  test('that is edited keeps what the machine read beside what the person says', async () => {
    const { input, config } = await harness.receive('edited.txt', `${RECEIPT}\n2`)
    const graph = harness.graph(UNSURE)
    await graph.invoke(input, config)
    const { proposal } = await requestOf(graph, config)
    const state = await graph.invoke(answer('edit', { value: Object.assign({}, proposal, { total: 12.9 }) }), config)
    const total = state.extraction.fields.find((field: { name: string }) => field.name === 'total')
    expect(total).toMatchObject({ value: 12.9, confidence: 1, reasons: ['edited by ann'], alternatives: [{ value: 11.9 }] })
    expect(state.vetted).toBe('person')
  })

  test('that is edited is indexed with the places that the person marked', async () => {
    const { input, document, config } = await harness.receive('marked.txt', `${RECEIPT}\n2b`)
    const graph = harness.graph(UNSURE)
    await graph.invoke(input, config)
    const { proposal } = await requestOf(graph, config)
    const evidence = {
      total: [{ page: 1, box: { x: 0.6, y: 0.5, w: 0.1, h: 0.02 }, text: '20.00' }],
      company: [{ page: 1, span: { start: 0, end: 17 }, text: 'CORNER BOOK STORE' }],
    }
    await graph.invoke(answer('edit', { value: Object.assign({}, proposal, { total: 20, date: '2024-03-15' }), evidence }), config)
    const fields = z
      .object({ extraction: z.object({ fields: z.array(fieldSchema) }) })
      .parse(await rowOf(document))
      .extraction.fields.map(({ name, ...field }) => [name, field] as const)
    expect(Object.fromEntries(fields)).toMatchObject({
      total: { value: 20, evidence: evidence.total, alternatives: [{ value: 11.9, evidence: [{ text: '11.90' }] }] },
      company: { value: 'CORNER BOOK STORE', evidence: evidence.company },
      date: { value: '2024-03-15', evidence: [] },
    })
  })

  test('with an edit of the wrong shape asks again and says what was wrong', async () => {
    const { input, config } = await harness.receive('misedited.txt', `${RECEIPT}\n3`)
    const graph = harness.graph(UNSURE)
    await graph.invoke(input, config)
    await graph.invoke(answer('edit', { value: { total: 'a lot' } }), config)
    expect((await requestOf(graph, config)).reason).toMatch(/^the last edit was refused:[\s\S]*total/)
  })

  test('that is rejected is read again with the reason, and parked once it was sent back too often', async () => {
    const { input, config } = await harness.receive('rejected.txt', `${RECEIPT}\n4`)
    const seen: ExtractInput[] = []
    const { extractor } = harness.deps
    const spy = {
      ...extractor,
      extract: (given: ExtractInput) => {
        seen.push(given)
        return extractor.extract(given)
      },
    }
    const graph = harness.graph({ ...UNSURE, extractor: spy, maxRedos: 1 })
    await graph.invoke(input, config)
    await graph.invoke(answer('reject', { reason: 'the total is what was paid in cash' }), config)
    expect(seen.at(-1)).toMatchObject({ hints: ['the total is what was paid in cash'], rejected: [{ total: 11.9 }] })
    const request = await requestOf(graph, config)
    expect(request.reason).toContain('read again after “the total is what was paid in cash”')
    const total = request.fields?.find((field) => field.name === 'total')
    expect(total).toMatchObject({ reasons: expect.arrayContaining([expect.stringContaining('rejected')]) })
    expect(total?.confidence).toBeLessThanOrEqual(0.5)
    await expect(graph.invoke(answer('reject', { reason: 'still wrong' }), config)).rejects.toMatchObject({ code: 'redo_limit' })
  })

  test('whose reviewer says that it is an invoice is read as one', async () => {
    const { input, config } = await harness.receive('retyped.txt', `${RECEIPT}\n5`)
    const graph = harness.graph({ thresholds: { receipt: 0.999, invoice: 0.999 } })
    await graph.invoke(input, config)
    await graph.invoke(answer('reject', { reason: 'This is an invoice.' }), config)
    expect(await requestOf(graph, config)).toMatchObject({ documentType: 'invoice' })
  })
})

describe('documents that must not pass silently', () => {
  test('a file of blanks is parked as holding no text', async () => {
    const { input, config } = await harness.receive('blank.txt', ' \n\t\n  ', { kind: 'text' })
    await expect(harness.graph().invoke(input, config)).rejects.toMatchObject({
      code: 'no_text',
      message: expect.stringContaining('blank.txt'),
    })
  })

  test('encoded data in a text file is shown to a person', async () => {
    const { input, config } = await harness.receive('data.txt', Buffer.from('shalom '.repeat(60)).toString('base64'))
    const graph = harness.graph()
    await graph.invoke(input, config)
    expect(await requestOf(graph, config)).toMatchObject({ reason: expect.stringContaining('looks garbled'), verbs: ['approve', 'reject'] })
  })

  test('a file above the limit is refused with both sizes', async () => {
    const { input, config } = await harness.receive('big.txt', 'word '.repeat(1000))
    await expect(harness.graph({ maxBytes: 100 }).invoke(input, config)).rejects.toMatchObject({
      code: 'too_large',
      details: { limit: 100 },
    })
  })
})

describe('indexing', () => {
  test('new bytes from the same place replace all chunks of the old', async () => {
    const uri = 'file:///minutes.md'
    const first = await harness.receive('minutes.md', '# May\n\nThe fence is painted.\n\n# June\n\nThe gate is oiled.', { uri })
    await harness.graph().invoke(first.input, first.config)
    const second = await harness.receive('minutes.md', '# July\n\nThe roof is cleaned.', { uri })
    expect(second.document).toBe(first.document)
    await harness.graph().invoke(second.input, second.config)
    expect((await chunksOf(first.document)).map(({ text }) => text)).toEqual(['# July\n\nThe roof is cleaned.'])
  })

  test('a run on bytes that were replaced meanwhile indexes nothing', async () => {
    const uri = 'file:///rules.md'
    const first = await harness.receive('rules.md', '# Rules\n\nNo dogs.', { uri })
    await harness.receive('rules.md', '# Rules\n\nDogs on a lead.', { uri })
    await expect(harness.graph().invoke(first.input, first.config)).rejects.toMatchObject({ code: 'superseded' })
    expect(await chunksOf(first.document)).toEqual([])
  })

  test('vectors of another model are refused and the message names both', async () => {
    const { input, config } = await harness.receive('other.md', '# Other\n\nModel.')
    const embedder = { ...harness.deps.embedder, name: 'others' }
    await expect(harness.graph({ embedder }).invoke(input, config)).rejects.toMatchObject({
      code: 'dimension_mismatch',
      message: expect.stringMatching(/letters.*others/),
    })
  })
})

test('a run that only knows a URL fetches it, and the document is the one of these bytes', async () => {
  const url = 'https://example.org/heating.md'
  const bytes = new TextEncoder().encode('# Pump\n\nThe pump is bled in spring.')
  const fetchUrl: FetchUrl = async () => ({ bytes, name: 'heating.md', url })
  const run = 'r_url'
  const config = { configurable: { thread_id: run, countersign: contextOf(run) } }
  const input = { document: null, hash: null, name: 'heating.md', kind: null, documentType: null, language: null, source: url, url }
  const state = await harness.graph({ fetchUrl }).invoke(input, config)
  expect(state).toMatchObject({ kind: 'markdown', indexed: 1 })
  expect(await harness.receive('heating.md', bytes)).toMatchObject({ document: state.document })
})

test('a replay reads and extracts anew, but changes no document, no page and no chunk: it records what it would have indexed', async () => {
  const { input, document, config } = await harness.receive(
    'replayed.md',
    '# Heating\n\nThe boiler is replayed every October by the caretaker.\n',
  )
  await harness.graph().invoke(input, config)
  const pagesOf = () => harness.deps.db.select().from(schema.documentPages).where(eq(schema.documentPages.document, document))
  const before = { document: await rowOf(document), chunks: await chunksOf(document), pages: await pagesOf() }
  const recorded: { name: string; data: unknown }[] = []
  const replay = {
    ...contextOf('r_replay'),
    sandbox: true,
    effect: async (name: string, data: unknown) => {
      recorded.push({ name, data })
      return null
    },
  }
  const state = await harness.graph().invoke(input, { configurable: { thread_id: 'r_replay', countersign: replay } })
  expect(state).toMatchObject({ indexed: before.chunks.length, vetted: 'machine' })
  expect(recorded).toEqual([{ name: 'index', data: expect.objectContaining({ document, hash: input.hash, chunks: before.chunks.length }) }])
  expect({ document: await rowOf(document), chunks: await chunksOf(document) }).toEqual({
    document: before.document,
    chunks: before.chunks,
  })
  const pages = await pagesOf()
  expect(pages).toEqual(expect.arrayContaining(before.pages))
  expect(pages.filter(({ hash }) => hash.endsWith('~r_replay'))).toHaveLength(before.pages.length)
})
