import { expect, test } from 'vitest'
import { groupByDay } from './group-by-day.ts'
import { filterOf, inboxHref, inboxQuerySchema, reviewHref } from './inbox-query.ts'

test('a query that makes no sense opens the inbox all the same', () => {
  expect(inboxQuerySchema.parse({ kind: 'nonsense', age: '99y', q: '   ', type: ['a', 'b'] })).toEqual({})
})

test('a filter survives on the way to a review and back', () => {
  const query = inboxQuerySchema.parse({ kind: 'extraction', type: 'invoice', age: '1d', q: 'net & co', after: 'x' })
  expect(reviewHref('rv_2', query)).toBe('/reviews/rv_2?kind=extraction&type=invoice&age=1d&q=net+%26+co')
  expect(inboxHref(query)).toBe('/inbox?kind=extraction&type=invoice&age=1d&q=net+%26+co')
  expect(inboxHref(query, { kind: undefined, after: 'y' })).toBe('/inbox?type=invoice&age=1d&q=net+%26+co&after=y')
  expect(filterOf(query)).toEqual({ status: 'open', kind: 'extraction', documentType: 'invoice', olderThan: 86_400, text: 'net & co' })
})

test('items are grouped by day and keep their order', () => {
  const now = new Date(2026, 4, 31, 12)
  const at = (day: number, hour: number) => new Date(2026, 4, day, hour).toISOString()
  const groups = groupByDay([at(28, 9), at(30, 1), at(30, 23), at(31, 0)], (item) => item, now)
  expect(groups.map(({ label, items }) => [label, items.length])).toEqual([
    ['Thursday 28 May', 1],
    ['Yesterday', 2],
    ['Today', 1],
  ])
})
