import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { cleanHtml, decodeHtml } from '@countersign/activities/evaluation'

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', '..')
const DATA = process.env.COUNTERSIGN_DATA ?? path.join(ROOT, '..', 'shared', 'data')

export interface ReadabilityScore {
  /** Harmonic mean of precision and recall over words with their counts, per page. */
  pages: { name: string; f1: number }[]
  mean: number
}

/** How much of a web page's main content is read, and little else: html/ of the real documents. Null where these are absent. */
export async function evaluateReadability(): Promise<ReadabilityScore | null> {
  const folder = path.join(DATA, 'html')
  if (!existsSync(folder)) return null
  const pages = await Promise.all(
    (await readdir(folder)).sort().map(async (name) => {
      const [source, expected] = await Promise.all([
        readFile(path.join(folder, name, 'source.html')),
        readFile(path.join(folder, name, 'expected.html'), 'utf8'),
      ])
      // Not by the reader's own way to text: what is measured must not say what is right.
      const truth = expected.replace(/<[^>]+>|&[a-z#0-9]+;/g, ' ')
      return { name, f1: wordF1(cleanHtml(decodeHtml(source)).text, truth) }
    }),
  )
  return { pages, mean: pages.reduce((sum, { f1 }) => sum + f1, 0) / Math.max(1, pages.length) }
}

function wordF1(text: string, expected: string): number {
  const [got, wanted] = [countWords(text), countWords(expected)]
  const total = (counts: Map<string, number>): number => [...counts.values()].reduce((sum, value) => sum + value, 0)
  const hits = [...got].reduce((sum, [word, times]) => sum + Math.min(times, wanted.get(word) ?? 0), 0)
  return (2 * hits) / Math.max(1, total(got) + total(wanted))
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
