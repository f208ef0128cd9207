import { expect, test } from 'vitest'
import { filterOf, inboxHref, inboxQuerySchema, isNarrowed, narrowingOf, reviewHref } from './inbox-query.ts'

test('a query that makes no sense opens the inbox all the same', () => {
  expect(inboxQuerySchema.parse({ kind: 'nonsense', age: '99y', q: '   ', type: ['a', 'b'], sort: 'worst', can: 'yes' })).toEqual({})
})

test('a filter and an order survive on the way to a review and back', () => {
  const query = inboxQuerySchema.parse({
    kind: 'extraction',
    type: 'invoice',
    age: '1d',
    q: 'net & co',
    sort: 'due',
    sure: 'high',
    can: '1',
  })
  const words = 'kind=extraction&type=invoice&age=1d&sure=high&can=1&q=net+%26+co&sort=due'
  expect(reviewHref('rv_2', query)).toBe(`/reviews/rv_2?${words}`)
  expect(inboxHref(query)).toBe(`/inbox?${words}`)
  expect(inboxHref(query, { kind: undefined, q: undefined })).toBe('/inbox?type=invoice&age=1d&sure=high&can=1&sort=due')
  expect(filterOf(query)).toEqual({
    status: 'open',
    kind: 'extraction',
    documentType: 'invoice',
    olderThan: 86_400,
    minConfidence: 0.8,
    decidable: true,
    text: 'net & co',
    sort: 'due',
  })
})

test('the filter of a batch names no status, and an order alone narrows nothing', () => {
  expect(narrowingOf({ hold: 'free', due: 'overdue' })).toEqual({ claim: 'free', due: 'overdue' })
  expect(isNarrowed({ sort: 'due' })).toBe(false)
  expect(isNarrowed({ sort: 'due', can: '1' })).toBe(true)
})
