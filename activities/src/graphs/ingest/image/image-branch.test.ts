import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { listPages } from '@countersign/db'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OcrReader, OcrReading } from '../../../models/ocr-reader.ts'
import type { VisionModel } from '../../../models/vision-model.ts'
import { openSource } from '../../../sources/open-source.ts'
import { createIngestHarness, type IngestHarness, TENANT } from '../testing/ingest-harness.ts'

const EXAMPLES = path.join(import.meta.dirname, '..', '..', '..', '..', '..', 'examples', 'documents')
const SLOW = 120_000
let harness: IngestHarness

beforeAll(async () => {
  harness = await createIngestHarness()
})
afterAll(() => harness.close())

/** A reader that answers what a test says, as a server of one's own would. */
function reader(reading: Partial<OcrReading>): OcrReader {
  const whole = { lines: [], turn: 0 as const, width: 900, height: 1200, confidence: 0, ...reading }
  return { name: 'said', read: async () => whole, close: async () => undefined }
}

const vision = (text: string): VisionModel => ({ name: 'seer', describe: async () => text })
const line = (text: string, y: number, confidence: number) => ({ text, x: 0.1, y, w: 0.5, h: 0.02, confidence })

async function picture(): Promise<Uint8Array> {
  const source = await openSource('pdf', await readFile(path.join(EXAMPLES, 'invoice-brindle-joinery.pdf')))
  for await (const page of source.pages()) {
    await source.close()
    return page.picture?.bytes ?? new Uint8Array()
  }
  throw new Error('The example has no page.')
}

async function ingest(bytes: Uint8Array, deps: Parameters<IngestHarness['graph']>[0]) {
  const { input, config, document } = await harness.receive('scan.jpg', bytes)
  const state = await harness.graph(deps).invoke(input, config)
  const pages = await listPages(harness.deps.db, { tenant: TENANT, document, hash: input.hash })
  return { state, pages }
}

test(
  'a picture becomes a page with its picture, its lines and how sure they are',
  async () => {
    const ocr = reader({ lines: [line('Opening hours', 0.1, 0.98), line('Monday to Friday', 0.2, 0.95)], confidence: 0.96 })
    const { state, pages } = await ingest(await picture(), { ocr })
    expect(state.extracted_content).toBe('Opening hours\n\nMonday to Friday')
    expect(pages).toMatchObject([{ page: 1, facts: { reading: 'ocr', confidence: 0.96 } }])
    expect(pages[0]?.image).not.toBeNull()
    expect(pages[0]?.lines[1]).toMatchObject({ text: 'Monday to Friday', y: 0.2, confidence: 0.95 })
  },
  SLOW,
)

test(
  'a page that was read on its side is kept upright, so that boxes lie on what is shown',
  async () => {
    const upright = await ingest(await picture(), { ocr: reader({ lines: [line('Text', 0.1, 0.9)], confidence: 0.9 }) })
    const turned = await ingest(await picture(), { ocr: reader({ lines: [line('Text', 0.1, 0.9)], confidence: 0.9, turn: 90 }) })
    expect(turned.pages[0]?.facts.turn).toBe(90)
    expect(turned.pages[0]?.image).not.toBe(upright.pages[0]?.image)
  },
  SLOW,
)

test(
  'a vision model confirms the lines that it reads, too; the others become doubtful',
  async () => {
    const lines = [line('Total 4164.00', 0.1, 0.8), line('Due in 3O days', 0.2, 0.8)]
    const { pages } = await ingest(await picture(), {
      ocr: reader({ lines, confidence: 0.8 }),
      vision: vision('**Total** 4164.00\nDue in 30 days'),
    })
    expect(pages[0]?.lines.map(({ confidence }) => confidence)).toEqual([0.97, 0.5])
  },
  SLOW,
)

test(
  'a picture without words is described where a vision model is set, and says that nothing confirms it',
  async () => {
    const { state, pages } = await ingest(await picture(), { ocr: reader({}), vision: vision('A red lift with open doors.') })
    expect(state.extracted_content).toBe('A red lift with open doors.')
    expect(pages[0]?.facts.problem).toContain('seer')
  },
  SLOW,
)

test(
  'a picture without words and one that nothing can read are errors, never an empty success',
  async () => {
    await expect(ingest(await picture(), { ocr: reader({}) })).rejects.toMatchObject({ code: 'no_text' })
    await expect(ingest(await picture(), { ocr: null, vision: null })).rejects.toMatchObject({ code: 'model_missing' })
  },
  SLOW,
)

test(
  'a picture that is damaged or too large ends at the error handler with what to do',
  async () => {
    const ocr = reader({ lines: [line('Text', 0.1, 0.9)], confidence: 0.9 })
    const cut = (await createCanvas(400, 300).encode('png')).subarray(0, 60)
    await expect(ingest(cut, { ocr })).rejects.toMatchObject({ code: 'unreadable_file', details: { node: 'image_preprocessor' } })
  },
  SLOW,
)
