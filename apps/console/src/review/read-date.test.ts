import { expect, test } from 'vitest'
import { readDate } from './read-date.ts'

test.each([
  ['2026-05-31', '2026-05-31'],
  ['31/05/2026', '2026-05-31'],
  ['5.3.2026', '2026-03-05'],
  ['05/31/2026', '2026-05-31'],
  ['31 May 2026', '2026-05-31'],
  ['May 31st, 2026', '2026-05-31'],
  ['12 mars 2026', '2026-03-12'],
  ['1er août 2026', '2026-08-01'],
  ['3 de diciembre de 2026', '2026-12-03'],
  ['2026年5月31日', '2026-05-31'],
])('%s on a page is the date %s', (text, date) => {
  expect(readDate(text)).toBe(date)
})

test('a date that does not exist or could be two is no date', () => {
  for (const text of ['31/02/2026', '5/3/2026', 'soon', '12 foo 2026', '']) expect(readDate(text)).toBeNull()
})
