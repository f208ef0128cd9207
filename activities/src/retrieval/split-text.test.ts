import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { estimateTokens } from './estimate-tokens.ts'
import { splitText } from './split-text.ts'
import { termsOf } from './terms.ts'

const EXAMPLES = path.join(import.meta.dirname, '..', '..', '..', 'examples', 'documents')
const options = { tokens: 200, overlap: 24, pageStarts: null, headings: true }

describe('splitting', () => {
  test('keeps every letter, in pieces that are parts of the text', async () => {
    const text = readFileSync(path.join(EXAMPLES, 'note-archive-move.md'), 'utf8')
    const pieces = await splitText(text, options)
    const covered = new Set(pieces.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at)))
    for (const [at, letter] of [...text].entries()) if (/\S/.test(letter)) expect([at, covered.has(at)]).toEqual([at, true])
  })

  test('names the path of headings above a piece, but none from inside a code block', async () => {
    const text = readFileSync(path.join(EXAMPLES, 'note-archive-move.md'), 'utf8')
    const headings = (await splitText(text, options)).map(({ heading }) => heading)
    expect(headings).toContain('Moving the parish archive › What moves first')
    expect(headings.join()).not.toContain('not a heading')
  })

  test('gives a piece the page it begins on', async () => {
    const text = `${'First page. '.repeat(10)}\n\n${'Second page. '.repeat(80)}`
    const pieces = await splitText(text, { ...options, headings: false, tokens: 60, pageStarts: [0, 122] })
    expect(pieces[0]?.page).toBe(1)
    expect(pieces.at(-1)?.page).toBe(2)
    expect(pieces.length).toBeGreaterThan(3)
  })

  test.each([
    ['Chinese', '自来水公司将于星期日上午进行更换施工，施工期间暂停供水。'.repeat(40)],
    ['one endless word', 'x'.repeat(5000)],
  ])('keeps pieces of %s within the limit', async (_name, text) => {
    const pieces = await splitText(text, { ...options, headings: false })
    for (const { start, end } of pieces) expect(estimateTokens(text.slice(start, end))).toBeLessThanOrEqual(200)
    expect(pieces.at(-1)?.end).toBe(text.length)
  })
})

describe('terms', () => {
  test.each([
    ['The Élan’s bookcases, 3.5 m high!', ['the', 'elan', 's', 'bookcase', '3', '5', 'm', 'high']],
    ['取水时间', ['取水', '水时', '时间']],
    ['第3页', ['第', '3', '页']],
    ['Straße und Größe', ['straße', 'und', 'große']],
    ['companies, glass, bus', ['company', 'glass', 'bus']],
  ])('of “%s”', (text, terms) => {
    expect(termsOf(text)).toEqual(terms)
  })
})
