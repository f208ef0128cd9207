import { expect, test } from 'vitest'
import { dueIn, duration, relativeTime } from './relative-time.ts'

const NOW = Date.parse('2026-05-31T12:00:00Z')
const MINUTE = 60_000

test.each([
  [-10_000, 'just now'],
  [-4 * MINUTE, '4 min ago'],
  [-120 * MINUTE, '2 h ago'],
  [-72 * 60 * MINUTE, '3 days ago'],
  [12 * MINUTE, 'in 12 min'],
])('%d ms from now is "%s"', (distance, words) => expect(relativeTime(NOW + distance, NOW)).toBe(words))

test('what is due says how urgent it is', () => {
  expect(dueIn(NOW - 4 * MINUTE, NOW)).toEqual({ text: 'late 4 min', urgency: 'late' })
  expect(dueIn(NOW + 12 * MINUTE, NOW)).toEqual({ text: 'in 12 min', urgency: 'soon' })
  expect(dueIn(NOW + 120 * MINUTE, NOW)).toEqual({ text: 'in 2 h', urgency: null })
})

test('durations have the precision that matters', () => {
  expect([410, 4_260, 41_000, 180_000].map(duration)).toEqual(['0.41 s', '4.3 s', '41 s', '3 min'])
})
