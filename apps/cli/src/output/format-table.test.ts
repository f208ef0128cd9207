import pc from 'picocolors'
import { describe, expect, test } from 'vitest'
import { displayWidth, fitWidths, formatFacts, formatTable } from './format-table.ts'

const plain = { colors: pc.createColors(false), width: Number.POSITIVE_INFINITY }
const rows = [
  { id: 'r_1', title: 'Invoice, Netpresse, two fields doubtful' },
  { id: 'r_2', title: '通知：租金调整' },
]
const columns = [
  { title: 'RUN', value: (row: (typeof rows)[number]) => row.id },
  { title: 'TITLE', value: (row: (typeof rows)[number]) => row.title, shrink: true },
]

describe('a table', () => {
  test('shows values whole where the output is no terminal', () => {
    expect(formatTable(plain, columns, rows)).toBe('RUN  TITLE\nr_1  Invoice, Netpresse, two fields doubtful\nr_2  通知：租金调整')
  })

  test.each([20, 30, 40, 80])('fits a terminal of %i columns, ids whole', (width) => {
    const lines = formatTable({ ...plain, width }, columns, rows).split('\n')
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width)
    expect(lines[1]).toMatch(/^r_1 /)
  })

  test('keeps a value with line breaks on one line', () => {
    expect(formatTable(plain, columns, [{ id: 'r_3', title: 'two\n  lines' }])).toBe('RUN  TITLE\nr_3  two lines')
  })
})

test('only columns that may shrink give way, the widest first', () => {
  expect(fitWidths([24, 40, 20], [false, true, true], 64)).toEqual([24, 18, 18])
  expect(fitWidths([24, 40], [false, false], 40)).toEqual([24, 40])
})

test('a text is as wide as it looks: Chinese letters take two columns, marks and colours none', () => {
  expect(displayWidth('abc')).toBe(3)
  expect(displayWidth('中文')).toBe(4)
  expect(displayWidth('e\u0301')).toBe(1)
  expect(displayWidth(pc.createColors(true).red('red'))).toBe(3)
})

test('facts that are not known take no line', () => {
  expect(
    formatFacts(plain, [
      ['run', 'r_1'],
      ['error', null],
      ['title', 'A'],
    ]),
  ).toBe('run    r_1\ntitle  A')
})
