import { expect, test } from 'vitest'
import { auditHref, auditQuerySchema, readSearch } from './audit-query.ts'

test('what is typed into the search field is a review, a run or a person', () => {
  expect(readSearch(' rv_4Zk1 ')).toEqual({ review: 'rv_4Zk1' })
  expect(readSearch('r_4Zk1')).toEqual({ run: 'r_4Zk1' })
  expect(readSearch('ada')).toEqual({ actor: 'ada' })
  expect(readSearch('  ')).toEqual({})
})

test('an address with an event that does not exist shows all events, and a narrower list begins at its first page', () => {
  const query = auditQuerySchema.parse({ event: 'review.eaten', actor: 'ada', after: 'x' })
  expect(query).toEqual({ event: undefined, actor: 'ada', review: undefined, run: undefined, after: 'x' })
  expect(auditHref(query, { event: 'review.decided' })).toBe('/audit?event=review.decided&actor=ada')
})
