import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createModels, readModelsConfig } from '@countersign/activities'
import { readPdf, readPicture } from '@countersign/activities/evaluation'
import { plainOfMarkdown, plainText } from './plain-text.ts'
import { similarity } from './similarity.ts'

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', '..')
const DATA = process.env.COUNTERSIGN_DATA ?? path.join(ROOT, '..', 'shared', 'data')

/** The scanned page as it lies, and how near its text comes to what is written on it: 1 for the same text. */
export interface TurnScore {
  turn: 0 | 90 | 180 | 270
  similarity: number
  confidence: number
}

export interface OcrScore {
  reader: string
  turns: TurnScore[]
}

const FILES: [TurnScore['turn'], string][] = [
  [0, 'ocr_test.pdf'],
  [90, 'ocr_test_rotated_90.pdf'],
  [180, 'ocr_test_rotated_180.pdf'],
  [270, 'ocr_test_rotated_270.pdf'],
]

/**
 * One scanned page lying in four ways, read as the product reads a scan of a PDF: drawn, then read by the reader of pictures of this machine.
 * Null where the real documents are absent. Error `model_missing` where the reader is not installed.
 */
export async function evaluateOcr(): Promise<OcrScore | null> {
  const folder = path.join(DATA, 'ocr')
  if (!existsSync(folder)) return null
  const { ocr, close } = createModels(readModelsConfig({ ...process.env, COUNTERSIGN_OCR: process.env.COUNTERSIGN_OCR ?? 'local' }))
  const expected = plainOfMarkdown(await readFile(path.join(folder, 'ocr_test.expected.md'), 'utf8'))
  try {
    const turns: TurnScore[] = []
    for (const [turn, file] of FILES) {
      const pdf = await readPdf(await readFile(path.join(folder, file)))
      const picture = await pdf.drawForReading(1).finally(() => pdf.close())
      const { text, facts } = await readPicture({ ocr }, picture, null, new AbortController().signal)
      turns.push({ turn, similarity: similarity(plainText(text), expected), confidence: facts.confidence ?? 0 })
    }
    return { reader: ocr?.name ?? 'none', turns }
  } finally {
    await close()
  }
}
