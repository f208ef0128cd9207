import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { detectKind } from '@countersign/db'
import { describe, expect, test } from 'vitest'
import { assembleText } from './document-text.ts'
import { openSource } from './open-source.ts'
import type { SourcePage } from './source-page.ts'

const ROOT = path.join(import.meta.dirname, '..', '..', '..')
const DATA = process.env.COUNTERSIGN_DATA ?? path.join(ROOT, '..', 'shared', 'data')
const onData = test.runIf(existsSync(DATA))

async function read(file: string, options = {}): Promise<SourcePage[]> {
  const bytes = readFileSync(file)
  const source = await openSource(detectKind(bytes, path.basename(file)), bytes, options)
  const pages: SourcePage[] = []
  try {
    for await (const page of source.pages()) pages.push(page)
  } finally {
    await source.close()
  }
  return pages
}

const textOf = async (file: string): Promise<string> => assembleText(await read(file)).text

describe('the examples', () => {
  test('a contract of several pages gives text, boxes and a picture for each', async () => {
    const pages = await read(path.join(ROOT, 'examples/documents/contract-lift-maintenance.pdf'))
    expect(pages.length).toBeGreaterThanOrEqual(3)
    for (const page of pages) {
      expect(page.picture?.bytes.length).toBeGreaterThan(10_000)
      expect(page).toMatchObject({ pictureOnly: false, width: expect.closeTo(595, 0), height: expect.closeTo(842, 0) })
      for (const { x, y, w, h } of page.lines) {
        expect(x >= 0 && y >= 0 && w > 0 && h > 0 && x + w <= 1.001 && y + h <= 1.001).toBe(true)
      }
    }
    expect(assembleText(pages).text).toContain('within 45 minutes of the call')
  })

  test('every line of a document stands in its text where its offsets say', async () => {
    const { text, lines } = assembleText(await read(path.join(ROOT, 'examples/documents/invoice-brindle-joinery.pdf')))
    for (const line of lines) expect(text.slice(line.start, line.end)).toBe(line.text)
  })

  test('a web page gives its article without navigation, scripts and hidden drafts', async () => {
    const text = await textOf(path.join(ROOT, 'examples/documents/rapport-qualite-eau.html'))
    expect(text).toContain('# Qualité de l’eau de la rivière Aubette en 2025')
    expect(text).toContain('Moulin de Vaucelles | 34 | 0,19 | 81')
    expect(text).not.toMatch(/Brouillon|dataset|Accueil/)
  })
})

describe('odd files', () => {
  onData.each(['utf-16', 'utf-16-be', 'utf-16-le', 'utf-32'])('a text in %s is read like one in UTF-8', async (encoding) => {
    expect(await textOf(path.join(DATA, 'odd', `fake-text-${encoding}.txt`))).toContain('This is a test document to use for unit tests.')
  })

  onData('umlauts come out right whatever the encoding', async () => {
    const [old, now] = await Promise.all(['umlauts-non-utf8.md', 'umlauts-utf8.md'].map((name) => textOf(path.join(DATA, 'odd', name))))
    expect(old).toBe(now)
    expect(now).toContain('äöüß')
  })

  onData('a page that is one table around its whole text keeps the text', async () => {
    expect(await textOf(path.join(DATA, 'odd', 'ideas-page.html'))).toContain('The way to get new ideas is to notice anomalies')
  })

  onData('an encrypted PDF asks for its password to be removed, and opens with it', async () => {
    const file = path.join(DATA, 'pdf/docling/encrypted-password-1234.pdf')
    await expect(read(file)).rejects.toMatchObject({ code: 'password_required' })
    expect((await read(file, { password: '1234' })).length).toBeGreaterThan(0)
  })

  onData('a PDF of pictures says for each page that it holds no text', async () => {
    const pages = await read(path.join(DATA, 'odd/rotated-page-90.pdf'))
    expect(pages.every((page) => page.picture !== null)).toBe(true)
  })
})

test('no bytes at all are an empty file', async () => {
  await expect(openSource('text', new Uint8Array())).rejects.toMatchObject({ code: 'empty_file' })
})

test('a broken PDF is unreadable and the message says what to do', async () => {
  const bytes = new TextEncoder().encode('%PDF-1.7\n1 0 obj\n<< /Type /Catalog')
  await expect(openSource('pdf', bytes)).rejects.toMatchObject({
    code: 'unreadable_file',
    message: expect.stringContaining('Save it again'),
  })
})

test('a PDF with more pages than the limit is refused, not cut off', async () => {
  const file = path.join(ROOT, 'examples/documents/contract-lift-maintenance.pdf')
  await expect(read(file, { maxPages: 2 })).rejects.toMatchObject({ code: 'too_large', details: { limit: 2 } })
})

test('the title of Markdown comes from its front matter, which is no part of the text', async () => {
  const source = await openSource('markdown', new TextEncoder().encode('---\ntitle: "On heat"\n---\n\n# Boiler\n\nHot.\n'))
  expect(source.title).toBe('On heat')
  for await (const page of source.pages()) expect(page.text).toBe('# Boiler\n\nHot.')
})

describe('web pages', () => {
  onData('give their main content: F1 over words of 45 known pages is at least 0.97', async () => {
    const folder = path.join(DATA, 'html')
    const scores: number[] = []
    for (const page of readdirSync(folder)) {
      const text = await textOf(path.join(folder, page, 'source.html'))
      const expected = readFileSync(path.join(folder, page, 'expected.html'), 'utf8').replace(/<[^>]+>|&[a-z#0-9]+;/g, ' ')
      scores.push(wordF1(text, expected))
    }
    expect(scores.reduce((sum, score) => sum + score, 0) / scores.length).toBeGreaterThanOrEqual(0.97)
  })
})

/** Harmonic mean of precision and recall over words with their counts. */
function wordF1(text: string, expected: string): number {
  const count = (words: string): Map<string, number> => {
    const counts = new Map<string, number>()
    for (const word of words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1)
    return counts
  }
  const [got, wanted] = [count(text), count(expected)]
  const total = (counts: Map<string, number>): number => [...counts.values()].reduce((sum, value) => sum + value, 0)
  const hits = [...got].reduce((sum, [word, times]) => sum + Math.min(times, wanted.get(word) ?? 0), 0)
  return (2 * hits) / (total(got) + total(wanted))
}
