import { describe, expect, test } from 'vitest'
import { findAmounts, parseNumber } from './parse-amount.ts'
import { findDates, monthComesFirst } from './parse-date.ts'

describe('numbers', () => {
  test.each([
    ['1,234.56', 1234.56],
    ['1.234,56', 1234.56],
    ['1 234,56', 1234.56],
    ["1'234.56", 1234.56],
    ['1,23,456.78', 123456.78],
    ['56,02', 56.02],
    ['1.939', 1939],
    ['717', 717],
  ])('%s', (text, value) => {
    expect(parseNumber(text)).toBeCloseTo(value, 5)
  })
})

describe('amounts', () => {
  test.each([
    ['Total TTC : 56,02 €', 56.02, 'EUR'],
    ['$ 279.84', 279.84, 'USD'],
    ['RM 33.90', 33.9, 'MYR'],
    ['Rs 1939', 1939, 'INR'],
    ['1,989.00 EUR', 1989, 'EUR'],
    ['-RM 0.02', -0.02, 'MYR'],
    ['合计 ¥ 1,200.50', 1200.5, 'CNY'],
  ])('in “%s”', (text, value, currency) => {
    expect(findAmounts(text).at(-1)).toMatchObject({ value: expect.closeTo(value, 5), currency })
  })

  test.each(['31.12.2025', '20.00%', '12:30', 'IBAN FR76.10107', '2017-12-31'])('are not seen in “%s”', (text) => {
    expect(findAmounts(text).filter(({ decimals }) => decimals)).toEqual([])
  })
})

describe('dates', () => {
  test.each([
    ['2017-12-31', '2017-12-31'],
    ['31/12/2017', '2017-12-31'],
    ['31.12.17', '2017-12-31'],
    ['7. Mai 2014', '2014-05-07'],
    ['August 3 , 2014', '2014-08-03'],
    ['Jan 1, 2022', '2022-01-01'],
    ['1er août 2024', '2024-08-01'],
    ['19 april 2014', '2014-04-19'],
    ['2 de enero de 2024', '2024-01-02'],
    ['25-DEC-18', '2018-12-25'],
    ['2026年1月10日', '2026-01-10'],
  ])('%s', (text, iso) => {
    expect(findDates(text, false).map((date) => date.iso)).toEqual([iso])
  })

  test('whose day and month could be swapped say so', () => {
    expect(findDates('03/04/2023', false)).toMatchObject([{ iso: '2023-04-03', other: '2023-03-04' }])
    expect(findDates('03/04/2023', true)).toMatchObject([{ iso: '2023-03-04', other: '2023-04-03' }])
    expect(monthComesFirst('from 03/04/2023 to 03/20/2023')).toBe(true)
    expect(monthComesFirst('03/04/2023')).toBeNull()
  })

  test.each(['31/02/2024', '99/99/2024', '1.2.3.4', '0171 17 61 67', 'version 2.10.24.1'])('are not seen in “%s”', (text) => {
    expect(findDates(text, false)).toEqual([])
  })
})
