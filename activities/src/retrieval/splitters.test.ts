import { describe, expect, test } from 'vitest'
import { findComplexBlocks } from '../sources/complex-content.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { splitByMeaning } from './split-by-meaning.ts'
import { type Piece, splitAroundBlocks, splitByPage } from './split-text.ts'

const options = { tokens: 60, overlap: 0, pageStarts: null, headings: true }
const textsOf = (text: string, pieces: readonly Piece[]) => pieces.map(({ start, end }) => text.slice(start, end))

function expectCovered(text: string, pieces: readonly Piece[]): void {
  const covered = new Set(pieces.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at)))
  for (const [at, letter] of [...text].entries())
    if (/[\p{L}\p{N}]/u.test(letter)) expect([at, letter, covered.has(at)]).toEqual([at, letter, true])
}

describe('around blocks', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, at) => `| part ${at} | ${at}.50 | in stock |`)
  const head = ['| Part | Price | Stock |', '| --- | --- | --- |']

  test('a table and code stay whole and say what they are', async () => {
    const table = [...head, ...rows(3)].join('\n')
    const code = '```js\nrun(1)\n\n\nrun(2)\n```'
    const text = `# Prices\n\nAs of May.\n\n${table}\n\n## How\n\n${code}\n\nThat is all.`
    const pieces = await splitAroundBlocks(text, findComplexBlocks(text), options)
    expectCovered(text, pieces)
    expect(
      pieces.filter(({ kind }) => kind !== 'text').map(({ kind, heading, start, end }) => [kind, heading, text.slice(start, end)]),
    ).toEqual([
      ['table', 'Prices', table],
      ['code', 'Prices › How', code],
    ])
  })

  test('a table that is too long is cut between rows, and each part carries the head', async () => {
    const text = `# Stock\n\n${[...head, ...rows(40)].join('\n')}\n\nEnd.`
    const pieces = await splitAroundBlocks(text, findComplexBlocks(text), options)
    expectCovered(text, pieces)
    const parts = pieces.filter(({ kind }) => kind === 'table')
    expect(parts.length).toBeGreaterThan(3)
    for (const part of textsOf(text, parts)) expect(part.split('\n').every((line) => line.startsWith('|') && line.endsWith('|'))).toBe(true)
    for (const { heading } of parts.slice(1)) expect(heading).toBe('Stock › | Part | Price | Stock |')
  })
})

test('by page, no piece spans two of them, and a page without text gives none', async () => {
  const pages = ['# One\nShort.', '', `Two. ${'A longer page than fits one piece. '.repeat(20)}`]
  const starts = [0, pages[0]?.length ?? 0, pages[0]?.length ?? 0]
  const text = pages.join('')
  const pieces = await splitByPage(text, starts, { ...options, pageStarts: starts })
  expectCovered(text, pieces)
  expect(pieces[0]).toMatchObject({ start: 0, end: pages[0]?.length, heading: 'One' })
  expect(pieces.length).toBeGreaterThan(2)
})

describe('by meaning', () => {
  const topics = [
    ['boiler', 'pump', 'heat'],
    ['garden', 'rose', 'soil'],
  ]
  const embed = async (texts: readonly string[]) =>
    texts.map((text) => {
      const counts = topics.map((words) => words.filter((word) => text.includes(word)).length + 0.001)
      const length = Math.hypot(...counts)
      return Float32Array.from(counts, (count) => count / length)
    })

  test('a piece ends where the talk turns to something else', async () => {
    const text =
      'The boiler is old. Its pump makes heat. The boiler needs heat. The garden is dry. A rose wants soil. The garden soil is poor.'
    const pieces = await splitByMeaning(text, options, embed)
    expectCovered(text, pieces)
    expect(textsOf(text, pieces)).toEqual([
      'The boiler is old. Its pump makes heat. The boiler needs heat.',
      'The garden is dry. A rose wants soil. The garden soil is poor.',
    ])
  })

  test('a text without a full stop is still cut into pieces that fit', async () => {
    const text = 'so we went on and on '.repeat(100).trim()
    const pieces = await splitByMeaning(text, options, embed)
    expectCovered(text, pieces)
    for (const piece of textsOf(text, pieces)) expect(estimateTokens(piece)).toBeLessThanOrEqual(60)
  })
})
