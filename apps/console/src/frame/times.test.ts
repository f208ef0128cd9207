import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import type { Locale } from './locales.ts'
import { MESSAGES } from './messages.ts'
import { createTimes } from './times.ts'

const NOW = Date.parse('2026-05-31T12:00:00Z')
const MINUTE = 60_000
const timesIn = (locale: Locale, zone = 'UTC') =>
  createTimes({ locale, zone, words: createTranslator({ locale, messages: MESSAGES[locale], namespace: 'frame' }) })

test.each([
  [-10_000, 'just now', 'à l’instant', '刚刚'],
  [-4 * MINUTE, '4 min ago', 'il y a 4 min', '4 分钟前'],
  [-120 * MINUTE, '2 h ago', 'il y a 2 h', '2 小时前'],
  [-72 * 60 * MINUTE, '3 days ago', 'il y a 3 jours', '3 天前'],
  [12 * MINUTE, 'in 12 min', 'dans 12 min', '12 分钟后'],
])('%d ms from now is "%s", "%s", "%s"', (distance, en, fr, zh) => {
  expect([timesIn('en'), timesIn('fr'), timesIn('zh')].map((times) => times.relative(NOW + distance, NOW))).toEqual([en, fr, zh])
})

test('what is due says how urgent it is', () => {
  const times = timesIn('en')
  expect(times.due(NOW - 4 * MINUTE, NOW)).toEqual({ text: 'late 4 min', urgency: 'late' })
  expect(times.due(NOW + 12 * MINUTE, NOW)).toEqual({ text: 'due in 12 min', urgency: 'soon' })
  expect(times.due(new Date(NOW + 120 * MINUTE).toISOString(), NOW)).toEqual({ text: 'due in 2 h', urgency: null })
})

test('durations have the precision that matters, in the decimals of the language', () => {
  expect([410, 4_260, 41_000, 180_000].map(timesIn('en').duration)).toEqual(['0.41 s', '4.3 s', '41 s', '3 min'])
  expect(timesIn('fr').duration(4_260)).toBe('4,3 s')
})

test('a moment is told in the reader’s zone', () => {
  const options = { dateStyle: 'short', timeStyle: 'short' } as const
  expect(timesIn('fr', 'Asia/Tokyo').date('2026-05-31T20:00:00Z', options)).toBe('01/06/2026 05:00')
})
