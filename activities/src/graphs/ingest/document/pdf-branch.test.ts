import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { listPages } from '@countersign/db'
import { reviewRequestSchema } from '@countersign/workflows/contract'
import { Command } from '@langchain/langgraph'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { OcrReader } from '../../../models/ocr-reader.ts'
import { type Drawing, makePdf } from '../../../sources/pdf/testing/make-pdf.ts'
import { contextOf, createIngestHarness, type IngestHarness, TENANT } from '../testing/ingest-harness.ts'

const DATA = process.env.COUNTERSIGN_DATA ?? path.join(import.meta.dirname, '../../../../../../shared/data')
const onData = test.runIf(existsSync(DATA))
const fileOf = (name: string) => readFileSync(path.join(DATA, name))

// Files that never end take their time limits, each on a machine that does other things.
vi.setConfig({ testTimeout: 180_000 })

let harness: IngestHarness
beforeAll(async () => {
  harness = await createIngestHarness()
})
afterAll(() => harness.close())

const prose =
  (number: number): Drawing =>
  (pdf) => {
    pdf
      .fontSize(11)
      .text('', 72, 200)
      .text(`Page ${number} of the handbook. The boiler is serviced every October by the caretaker, who writes it down.`)
  }
/** Letters drawn as shapes: a page that shows something and holds no text. */
const drawn: Drawing = (pdf) => {
  for (let at = 0; at < 40; at += 1) pdf.rect(60 + (at % 10) * 40, 80 + Math.floor(at / 10) * 60, 25, 40).fill('black')
}

/** Reads of every picture the same words, and counts them. */
function countingOcr(text = 'Read from the picture of the page') {
  const reader: OcrReader & { read: OcrReader['read']; count: number } = {
    name: 'counting',
    count: 0,
    read: async () => {
      reader.count += 1
      return { lines: [{ text, x: 0.1, y: 0.5, w: 0.5, h: 0.02, confidence: 0.9 }], turn: 0, width: 1654, height: 2339, confidence: 0.9 }
    },
    close: async () => undefined,
  }
  return reader
}

const pagesOf = (input: { document: string; hash: string }) => listPages(harness.deps.db, { tenant: TENANT, ...input })

describe('which pages are read how', () => {
  test('pages with a text layer are parsed, pages without are read from their picture, and all come in order', async () => {
    const ocr = countingOcr()
    const bytes = await makePdf([prose(1), drawn, prose(3), drawn, prose(5), prose(6), prose(7)])
    const { input, config } = await harness.receive('mixed.pdf', bytes)
    const state = await harness.graph({ ocr }).invoke(input, config)
    expect(state).toMatchObject({ processing_strategy: 'split_pages', pages: 7, failed: [] })
    expect(state.pdf_windows).toEqual([
      { processor: 'pdf_text_parser', pages: [1, 3, 5, 6, 7] },
      { processor: 'pdf_ocr_processor', pages: [2, 4] },
    ])
    const pages = await pagesOf({ document: input.document, hash: input.hash })
    expect(pages.map(({ facts }) => facts.reading)).toEqual(['text', 'ocr', 'text', 'ocr', 'text', 'text', 'text'])
    expect(state.extracted_content.indexOf('Page 3')).toBeGreaterThan(state.extracted_content.indexOf('Read from the picture'))
    expect(ocr.count).toBe(2)
  })

  test('a forced strategy is followed whatever the pages are', async () => {
    const ocr = countingOcr()
    const bytes = await makePdf([prose(1), prose(2)])
    const forced = async (strategy: 'parse_only' | 'ocr_only') => {
      const { input, config } = await harness.receive(`${strategy}.pdf`, bytes)
      return await harness.graph({ ocr }).invoke({ ...input, strategy }, config)
    }
    expect((await forced('parse_only')).extracted_content).toContain('Page 2 of the handbook')
    expect(ocr.count).toBe(0)
    expect((await forced('ocr_only')).extracted_content).not.toContain('handbook')
    expect(ocr.count).toBe(2)
  })

  test('a page that cannot be read is named, and the others are taken in', async () => {
    const { input, config } = await harness.receive('one-scan.pdf', await makePdf([prose(1), drawn]))
    const state = await harness.graph({ thresholds: {} }).invoke(input, config)
    expect(state.failed).toEqual([{ part: 2, code: 'model_missing', message: expect.stringContaining('COUNTERSIGN_OCR') }])
    expect(state.extracted_content).toContain('Page 1 of the handbook')
  })

  test('pages that nobody can read are the error of the whole', async () => {
    const { input, config } = await harness.receive('scans.pdf', await makePdf([drawn, drawn]))
    await expect(harness.graph().invoke(input, config)).rejects.toMatchObject({ code: 'model_missing', details: { pages: [1, 2] } })
  })

  test('empty pages are no text', async () => {
    const { input, config } = await harness.receive('empty.pdf', await makePdf([() => undefined, () => undefined]))
    await expect(harness.graph({ ocr: countingOcr('') }).invoke(input, config)).rejects.toMatchObject({ code: 'no_text' })
  })
})

describe('an encrypted PDF', () => {
  const locked = () => makePdf([prose(1)], { userPassword: 'Winter 26', ownerPassword: 'owner' })
  const answered = (value: string | null, verb = 'respond') =>
    new Command({ resume: { verb, value, reason: null, by: 'ann', review: 'rv_1' } })

  test('asks for its password, again where it was wrong, and is read with the right one', async () => {
    const { input, config } = await harness.receive('locked.pdf', await locked())
    const graph = harness.graph()
    const asked = async () => {
      const { tasks } = await graph.getState(config)
      expect(tasks.map(({ name }) => name)).toEqual(['pdf_error_handler'])
      return reviewRequestSchema.parse(tasks[0]?.interrupts[0]?.value)
    }
    await graph.invoke(input, config)
    expect(await asked()).toMatchObject({ kind: 'question', verbs: ['respond', 'ignore'], schema: { format: 'password', writeOnly: true } })
    await graph.invoke(answered('sealed:Summer 26'), config)
    expect((await asked()).reason).toContain('does not open it')
    const state = await graph.invoke(answered('sealed:Winter 26'), config)
    expect(state.extracted_content).toContain('Page 1 of the handbook')
    expect(state.pdf_password).toBe('sealed:Winter 26')
  })

  test('is parked as encrypted where nobody has the password, and asks again on a retry', async () => {
    const { input, config, run } = await harness.receive('locked-too.pdf', await locked())
    const graph = harness.graph()
    await graph.invoke(input, config)
    await expect(graph.invoke(answered(null, 'ignore'), config)).rejects.toMatchObject({ code: 'password_required' })
    await graph.invoke(null, { configurable: { thread_id: run, countersign: { ...contextOf(run), attempt: 2 } } })
    expect((await graph.getState(config)).tasks[0]?.interrupts).toHaveLength(1)
  })

  onData('is read with the password of a real file', async () => {
    const { input, config } = await harness.receive('real.pdf', fileOf('pdf/docling/encrypted-password-1234.pdf'))
    const graph = harness.graph()
    await graph.invoke(input, config)
    expect((await graph.invoke(answered('sealed:1234'), config)).pages).toBe(1)
  })
})

describe('damaged files', () => {
  test('a broken cross-reference table is mended', async () => {
    const bytes = Buffer.from(await makePdf([prose(1)]))
    const broken = Buffer.from(bytes.toString('latin1').replace(/startxref\s+\d+/, 'startxref\n7'), 'latin1')
    const { input, config } = await harness.receive('broken-xref.pdf', broken)
    expect((await harness.graph().invoke(input, config)).extracted_content).toContain('Page 1')
  })

  onData('a page tree that runs in a circle names the page that is none', async () => {
    const { input, config } = await harness.receive('circle.pdf', fileOf('pdf/pdfjs/Pages-tree-refs.pdf'))
    expect((await harness.graph().invoke(input, config)).failed).toEqual([expect.objectContaining({ part: 2, code: 'unreadable_file' })])
  })

  onData.each(['operator_list_cycle.pdf', 'tiling-pattern-box.pdf'])('%s, which never ends, ends', async (name) => {
    const { input, config } = await harness.receive(name, fileOf(`pdf/pdfjs/${name}`))
    const pdf = { pictureTimeout: 2000, textTimeout: 20_000 }
    await expect(harness.graph({ pdf, ocr: countingOcr() }).invoke(input, config)).rejects.toMatchObject({ code: 'unreadable_file' })
  })

  test('a stream that unpacks to gigabytes costs no memory to speak of', async () => {
    const { deflateSync } = await import('node:zlib')
    const packed = deflateSync(Buffer.alloc(300e6, ' '), { level: 9 })
    const objects = [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R >>',
    ].map((body, index) => `${index + 1} 0 obj\n${body}\nendobj\n`)
    const head = Buffer.from(
      `%PDF-1.4\n${objects.join('')}4 0 obj\n<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`,
      'latin1',
    )
    const bomb = Buffer.concat([head, packed, Buffer.from('\nendstream\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF', 'latin1')])
    const before = process.memoryUsage.rss()
    const { input, config } = await harness.receive('bomb.pdf', bomb)
    const pdf = { pictureTimeout: 2000, textTimeout: 20_000 }
    await expect(harness.graph({ pdf }).invoke(input, config)).rejects.toMatchObject({
      code: expect.stringMatching(/no_text|unreadable_file/),
    })
    expect(process.memoryUsage.rss() - before).toBeLessThan(4e8)
  })
})
