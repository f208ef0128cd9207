import { expect, test } from 'vitest'
import { readRobotsHeader } from './robots-words.ts'

test.each([
  ['noindex', true, false],
  ['noindex, nofollow', true, true],
  ['none', true, true],
  ['all', false, false],
  ['googlebot: noindex', false, false],
  ['googlebot: noindex, nofollow', false, false],
  ['countersign: noindex', true, false],
  ['*: noindex', true, false],
  ['unavailable_after: 25 Jun 2040 15:00:00 GMT', false, false],
])('the header %s asks for what it says, of those it names', (value, noindex, nofollow) => {
  expect(readRobotsHeader({ 'x-robots-tag': value })).toEqual({ noindex, nofollow })
})
