import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Figure, fallen } from './parse/compare.ts'
import { evaluateOcr } from './parse/ocr.ts'
import { evaluatePdfs, type PdfScore } from './parse/pdfs.ts'
import { evaluateReadability } from './parse/readability.ts'
import { evaluateSpeech } from './parse/speech.ts'

// eval:parse: how near the text that is read comes to the text that is there: PDFs, a scan in four turns, web pages, speech.
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DATA = process.env.COUNTERSIGN_DATA ?? path.join(ROOT, '..', 'shared', 'data')
const RESULT = path.join(ROOT, 'eval', 'results', 'parse.json')

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
/** What nothing random goes into differs only where a library does. */
const EXACT = 0.002
const say = (line: string) => void process.stdout.write(`${line}\n`)
const shown = (value: number | null): string => (value === null ? '–' : value.toFixed(3)).padStart(7)

function figuresOfPdfs(scores: readonly PdfScore[]): Figure[] {
  const [left, right] = [scores.filter((score) => !score.rightToLeft), scores.filter((score) => score.rightToLeft)]
  const rows = scores.flatMap((score) => (score.rows === null ? [] : [score.rows]))
  return [
    { name: 'PDFs, left to right: similarity', value: mean(left.map((score) => score.similarity)), goal: 0.9, noise: EXACT },
    { name: 'PDFs, right to left: similarity', value: mean(right.map((score) => score.similarity)), goal: 0.9, noise: EXACT },
    { name: 'PDFs: reading order', value: mean(scores.map((score) => score.order)), goal: 0.95, noise: EXACT },
    { name: 'PDFs: table rows on one line', value: mean(rows), goal: null, noise: EXACT },
  ]
}

if (!existsSync(DATA)) {
  say(`eval:parse: the folder of real documents is not at ${DATA}; set COUNTERSIGN_DATA to it: short`)
  process.exitCode = 1
} else {
  const pdfs = await evaluatePdfs(path.join(DATA, 'pdf/docling'))
  const [ocr, readability, speech] = [await evaluateOcr(), await evaluateReadability(), await evaluateSpeech()]
  say('PDF                                similarity   order    rows')
  for (const { file, similarity, order, rows, rightToLeft } of pdfs) {
    say(`${file.padEnd(36)} ${shown(similarity)} ${shown(order)} ${shown(rows)}${rightToLeft ? '  right to left' : ''}`)
  }
  const turns = (ocr?.turns ?? []).map(({ turn, similarity }) => ({
    name: `scan at ${turn}°: similarity`,
    value: similarity,
    goal: 0.98,
    noise: 0.01,
  }))
  const pages = { name: 'web pages: F1 of words', value: readability?.mean ?? 0, goal: 0.9, noise: EXACT }
  // One word of a talk may be heard otherwise; a silence has no words at all.
  const talks = (speech?.recordings ?? []).map(({ file, wrong, words }) => ({
    name: `speech, ${file}: right words`,
    value: words === 0 ? Number(wrong === 0) : 1 - wrong / words,
    goal: words === 0 ? 1 : 0.95,
    noise: 0.05,
  }))
  const figures: Figure[] = [...figuresOfPdfs(pdfs), ...turns, pages, ...talks]
  say('')
  for (const { name, value, goal } of figures) {
    say(`${name.padEnd(36)} ${shown(value)}  ${goal === null ? '' : `goal ${goal}: ${value >= goal ? 'ok' : 'short'}`}`)
  }
  const worse = fallen(figures, await readFile(RESULT, 'utf8').catch(() => null))
  for (const sentence of worse) say(sentence)
  const result = {
    node: process.version,
    reader: ocr?.reader ?? null,
    speech,
    figures,
    pdfs,
    turns: ocr?.turns ?? [],
    pages: readability?.pages ?? [],
  }
  // A worse result does not become the measure of the next.
  if (worse.length === 0) await writeFile(RESULT, `${JSON.stringify(result, null, 2)}\n`)
  const ok = worse.length === 0 && figures.every(({ value, goal }) => goal === null || value >= goal)
  say(`eval:parse: ${figures.map(({ name, value }) => `${name} ${value.toFixed(3)}`).join('; ')}: ${ok ? 'ok' : 'short'}`)
  if (worse.length > 0) process.exitCode = 1
}
process.exit()
