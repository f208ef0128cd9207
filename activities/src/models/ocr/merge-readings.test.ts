import { expect, test } from 'vitest'
import { mergeReadings } from './merge-readings.ts'
import type { ReadLine, ReadWord } from './readings.ts'

const SIZE = { width: 1000, height: 1000 }
const line = (text: string, y: number, chance = 0.99): ReadLine => ({
  text,
  chances: [...text].map(() => chance),
  box: { x: 100, y, w: 400, h: 30 },
})
const word = (text: string, x: number, y: number, chance = 0.95): ReadWord => ({ text, chance, box: { x, y: y + 3, w: 60, h: 24 } })
const confidenceOf = (lines: ReadLine[], words: ReadWord[] | null) =>
  mergeReadings(lines, words, SIZE).map(({ confidence }) => confidence ?? 0)

test('what both readers see alike is sure, what they see differently is not', () => {
  const lines = [line('Invoice 2026-117', 100), line('Total 4164.00', 200, 0.7)]
  const [alike = 0, apart = 0] = confidenceOf(lines, [
    word('Invoice', 110, 100),
    word('2026-117', 200, 100),
    word('Total', 110, 200),
    word('4764.00', 200, 200),
  ])
  expect(alike).toBeGreaterThan(0.95)
  expect(apart).toBeLessThan(0.75)
})

test('one character in doubt makes a line doubtful, however sure the others are', () => {
  const one = { ...line('Total 4164.00', 100), chances: [...'Total 4164.00'].map((_, at) => (at === 8 ? 0.3 : 0.99)) }
  expect(confidenceOf([one], null)[0]).toBeLessThan(0.4)
})

test('a page in which the two see nothing alike is never sure, even where one reader is', () => {
  const lines = [line('uoododo pue', 100, 1), line('lesoT 0611', 200, 1), line('SsOJ NE', 300, 1)]
  for (const confidence of confidenceOf(lines, [word('~~', 110, 100), word('=v', 110, 200)])) expect(confidence).toBeLessThan(0.5)
  for (const confidence of confidenceOf(lines, [])) expect(confidence).toBeLessThan(0.5)
})

test('what one reader overlooked is taken from the other, doubtfully', () => {
  const found = mergeReadings([line('Total', 100)], [word('Total', 110, 100), word('3', 800, 100), word('x', 860, 400, 0.3)], SIZE)
  expect(found.map(({ text }) => text)).toEqual(['Total', '3'])
  expect(found[1]?.confidence).toBeLessThan(0.95)
})

test('wide signs of Chinese print become usual ones among Latin letters and stay among Chinese ones', () => {
  const found = mergeReadings([line('Total（RM）：33.90', 100), line('合计：33元', 200)], null, SIZE)
  expect(found.map(({ text }) => text)).toEqual(['Total(RM):33.90', '合计：33元'])
})
