import { expect, test } from 'vitest'
import { mendWords } from './mend-words.ts'

test.each([
  ['11/03/201806:20PM', '11/03/2018 06:20PM'],
  ['17-06-1812:56 SH01', '17-06-18 12:56 SH01'],
  ['18Mar201818:25', '18Mar2018 18:25'],
  ['Date:2016/05/0114:11:20', 'Date:2016/05/01 14:11:20'],
])('a date and a time are two: %s', (read, meant) => {
  expect(mendWords(read)).toBe(meant)
})

test('an O among letters is no nought; noughts of numbers and codes stay', () => {
  expect(mendWords('0ct 3, LOT B0ARD at th0se')).toBe('Oct 3, LOT BOARD at those')
  expect(mendWords('RM10.00 SH01 A00 0 100')).toBe('RM10.00 SH01 A00 0 100')
})
