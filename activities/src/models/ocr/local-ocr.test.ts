import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchModels } from '../../../../infra/local/index.mjs'
import { openSource } from '../../sources/open-source.ts'
import { pageText } from '../../sources/page-text.ts'
import { readModelsConfig } from '../models-config.ts'
import type { OcrReader } from '../ocr-reader.ts'
import { createLocalOcr } from './local-ocr.ts'
import { turned } from './turned.ts'

const SLOW = 300_000
const EXAMPLES = path.join(import.meta.dirname, '..', '..', '..', '..', 'examples', 'documents')
const signal = new AbortController().signal
let reader: OcrReader

beforeAll(async () => {
  const models = await fetchModels()
  const { modelFolder } = readModelsConfig({ ...process.env, COUNTERSIGN_MODELS: models })
  reader = createLocalOcr({ folder: modelFolder('pp-ocr-v4') })
}, SLOW)
afterAll(() => reader.close())

/** The upper part of a page of an example, drawn, then turned. */
async function picture(name: string, quarters: number): Promise<Uint8Array> {
  const source = await openSource('pdf', await readFile(path.join(EXAMPLES, name)))
  for await (const page of source.pages()) {
    await source.close()
    const whole = await loadImage(page.picture?.bytes ?? new Uint8Array())
    const upper = createCanvas(whole.width, Math.round(whole.height * 0.4))
    upper.getContext('2d').drawImage(whole, 0, 0)
    return turned(upper, quarters).encode('jpeg', 90)
  }
  throw new Error(`${name} has no page.`)
}

const read = async (name: string, quarters: number, language: string | null = null) =>
  await reader.read({ picture: await picture(name, quarters), language, signal })

test.each([0, 1, 2, 3])(
  'a page that was turned by %i quarters is read upright, surely',
  async (quarters) => {
    const { turn, lines, confidence, width, height } = await read('invoice-brindle-joinery.pdf', quarters)
    expect(turn).toBe(((4 - quarters) % 4) * 90)
    expect(width).toBeGreaterThan(height)
    const text = pageText(lines)
    for (const known of ['Brindle Joinery', 'BJ-2026-0117']) expect(text).toContain(known)
    expect(confidence).toBeGreaterThan(0.85)
    for (const line of lines) expect(Math.max(line.x + line.w, line.y + line.h)).toBeLessThanOrEqual(1.00002)
  },
  SLOW,
)

test(
  'a French page keeps its accents',
  async () => {
    const text = pageText((await read('facture-atelier-morel.pdf', 0, 'fr')).lines)
    expect(text).toMatch(/[éèêç]/)
  },
  SLOW,
)

test(
  'an empty picture has no lines and no confidence; what is no picture says so, and the reader goes on',
  async () => {
    const bad = reader.read({ picture: new TextEncoder().encode('no picture'), language: null, signal })
    await expect(bad).rejects.toMatchObject({ code: 'unreadable_file' })
    const blank = await createCanvas(300, 200).encode('png')
    expect(await reader.read({ picture: blank, language: null, signal })).toMatchObject({ lines: [], confidence: 0, turn: 0 })
  },
  SLOW,
)

test('a model that is not installed is named with the command that installs it', async () => {
  const nowhere = createLocalOcr({ folder: '/nowhere/pp-ocr-v4' })
  const reading = nowhere.read({ picture: new Uint8Array(1), language: null, signal })
  await expect(reading).rejects.toMatchObject({ code: 'model_missing', message: expect.stringContaining('models install pp-ocr-v4') })
})
