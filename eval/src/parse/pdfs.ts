import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { assembleText, openSource, type StoredPage } from '@countersign/activities/evaluation'
import { plainOfMarkdown, plainText } from './plain-text.ts'
import { orderKept, similarity } from './similarity.ts'
import { rowsKept } from './tables.ts'

/** One PDF against the Markdown expected of it; all figures 0..1, `rows` null without a table. */
export interface PdfScore {
  file: string
  rightToLeft: boolean
  similarity: number
  order: number
  rows: number | null
}

/** Reads every PDF of a folder that has a `NAME.expected.md` beside it, and says how near its text comes. */
export async function evaluatePdfs(folder: string): Promise<PdfScore[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.expected.md')).sort()
  const scores: PdfScore[] = []
  for (const file of files) {
    const name = file.replace(/\.expected\.md$/, '')
    const markdown = await readFile(path.join(folder, file), 'utf8')
    scores.push(scoreOf(name, await readText(path.join(folder, `${name}.pdf`)), markdown))
  }
  return scores
}

function scoreOf(file: string, text: string, markdown: string): PdfScore {
  const [own, expected] = [plainText(text), plainOfMarkdown(markdown)]
  const rightToLeft = (expected.match(/[\p{Script=Arabic}\p{Script=Hebrew}]/gu)?.length ?? 0) > expected.length / 4
  return { file, rightToLeft, similarity: similarity(own, expected), order: orderKept(own, expected), rows: rowsKept(text, markdown) }
}

async function readText(file: string): Promise<string> {
  const source = await openSource('pdf', await readFile(file))
  const pages: StoredPage[] = []
  try {
    for await (const page of source.pages()) pages.push(page)
  } finally {
    await source.close()
  }
  return assembleText(pages).text
}
