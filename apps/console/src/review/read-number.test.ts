import { expect, test } from 'vitest'
import { readNumber } from './read-number.ts'

test.each([
  ['1939', 1939],
  ['1939.00', 1939],
  ['1 939,00', 1939],
  ['1\u202f939,00 €', 1939],
  ['1.939,00', 1939],
  ['1,939.00', 1939],
  ["1'939.50", 1939.5],
  ['1,234,567', 1234567],
  ['1.234.567,8', 1234567.8],
  ['1,939', 1939],
  ['0,939', 0.939],
  ['12,5', 12.5],
  ['RM 33.92', 33.92],
  ['-12.50', -12.5],
  ['(12.50)', -12.5],
  ['3.', 3],
])('%s is read as %d', (text, value) => expect(readNumber(text)).toBe(value))

test.each([['about two thousand'], [''], ['12 of 40 pages'], ['2026-05-31']])('"%s" is no number', (text) =>
  expect(readNumber(text)).toBeNull(),
)
