import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { schema } from '@countersign/db'
import { CountersignError } from '@countersign/workflows/contract'
import { Command } from '@langchain/langgraph'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createIngestHarness, type IngestHarness } from './testing/ingest-harness.ts'

const ROOT = path.join(import.meta.dirname, '..', '..', '..', '..')
const EXAMPLES = path.join(ROOT, 'examples', 'documents')
const DATA = process.env.COUNTERSIGN_DATA ?? path.join(ROOT, '..', 'shared', 'data')

let harness: IngestHarness
beforeAll(async () => {
  harness = await createIngestHarness()
})
afterAll(() => harness.close())

/** How a file ends: `machine` or `person` (indexed, and who vetted it), else the code of the error that parks it. */
async function endOf(file: string): Promise<string> {
  const graph = harness.graph()
  try {
    const { input, document, config } = await harness.receive(path.basename(file), readFileSync(file))
    let state = await graph.invoke(input, config)
    const paused = (await graph.getState(config)).tasks.some(({ interrupts }) => interrupts.length > 0)
    if (paused) {
      const resume = { verb: 'approve', value: null, reason: null, by: 'ann', review: 'rv_1' }
      state = await graph.invoke(new Command({ resume }), config)
    }
    const chunks = await harness.deps.db.select().from(schema.chunks).where(eq(schema.chunks.document, document))
    expect(chunks.length).toBe(state.indexed)
    for (const chunk of chunks) expect(state.extracted_content.slice(chunk.start, chunk.end)).toBe(chunk.text)
    return paused ? 'person' : 'machine'
  } catch (error) {
    if (error instanceof CountersignError) return error.code
    throw error
  }
}

describe('the examples', () => {
  test('of the three invoices, the one that does not add up waits for a person because of its total', async () => {
    const { input, config } = await harness.receive(
      'invoice-harlow-lighting.pdf',
      readFileSync(path.join(EXAMPLES, 'invoice-harlow-lighting.pdf')),
    )
    const graph = harness.graph()
    await graph.invoke(input, config)
    const request = (await graph.getState(config)).tasks[0]?.interrupts[0]?.value
    expect(request).toMatchObject({ documentType: 'invoice', reason: expect.stringMatching(/\btotal 0\.\d+ < 0\.85/) })
    const total = request.fields.find((field: { name: string }) => field.name === 'total')
    expect(total).toMatchObject({
      value: 1989,
      reasons: expect.arrayContaining(['the parts add up to 1939.00']),
      alternatives: expect.arrayContaining([expect.objectContaining({ value: 1939 })]),
    })
    const [evidence] = total.evidence
    expect(evidence).toMatchObject({ page: 1, text: expect.stringContaining('1,989.00') })
    expect((await harness.deps.blobs.get(evidence.crop)).subarray(1, 4).toString()).toBe('PNG')
  })

  test.each([
    ['invoice-brindle-joinery.pdf', 'machine'],
    ['facture-atelier-morel.pdf', 'machine'],
    ['contract-lift-maintenance.pdf', 'machine'],
    ['rapport-qualite-eau.html', 'machine'],
    ['notice-water-supply-zh.md', 'machine'],
    ['note-archive-move.md', 'machine'],
  ])('%s is read without a person', async (name, end) => {
    expect(await endOf(path.join(EXAMPLES, name))).toBe(end)
  })
})

describe('public files end as they should', () => {
  const onData = test.runIf(existsSync(DATA))
  const files = (folder: string, pattern: RegExp): string[] =>
    existsSync(DATA)
      ? readdirSync(path.join(DATA, folder))
          .filter((name) => pattern.test(name))
          .map((name) => path.join(DATA, folder, name))
      : []

  onData('every invoice is indexed, by the machine or after a person', { timeout: 300_000 }, async () => {
    for (const file of files('invoices', /\.pdf$/))
      expect([file, await endOf(file)]).toEqual([file, expect.stringMatching(/^(machine|person)$/)])
  })

  onData('every digital PDF is indexed, the encrypted one parked', { timeout: 600_000 }, async () => {
    for (const file of files('pdf/docling', /\.pdf$/)) {
      const expected = /encrypted/.test(file) ? 'password_required' : expect.stringMatching(/^(machine|person)$/)
      expect([file, await endOf(file)]).toEqual([file, expected])
    }
  })

  onData('every odd text and web page is indexed or parked with a reason that fits', { timeout: 60_000 }, async () => {
    const ends: Record<string, string> = {
      'empty.txt': 'empty_file',
      'fake-text-all-whitespace.txt': 'no_text',
      'hebrew-text-base64-iso88598i.txt': 'person',
      // Its encoding was guessed, and it says so.
      'umlauts-non-utf8.md': 'person',
    }
    for (const file of files('odd', /\.(txt|html?|md)$/)) {
      const expected = ends[path.basename(file)] ?? 'machine'
      expect([file, await endOf(file)]).toEqual([file, expected])
    }
  })
})
