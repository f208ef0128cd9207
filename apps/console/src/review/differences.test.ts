import { reviewRequest } from '@countersign/client/contract'
import { expect, test } from 'vitest'
import { differencesOf, unlikeKeys } from './differences.ts'

const request = (proposal: Parameters<typeof reviewRequest>[0]['proposal'], reason = '') =>
  reviewRequest({ kind: 'approval', title: 'Refund', verbs: ['approve'], proposal, reason })

test('what changed since it was shown is named, with both values', () => {
  expect(differencesOf(request({ amount: 180, to: 'Kaya' }, 'over 100'), request({ amount: 150, to: 'Kaya', note: 'x' }, 'new'))).toEqual([
    { name: 'reason', before: 'over 100', after: 'new' },
    { name: 'amount', before: '180', after: '150' },
    { name: 'note', before: '', after: 'x' },
  ])
})

test('a proposal that is a text differs as a whole, and equal ones do not', () => {
  expect(differencesOf(request('one'), request('two'))).toEqual([{ name: '', before: 'one', after: 'two' }])
  expect(differencesOf(request(null), request(null))).toEqual([])
})

test('of several candidates only the values in which they are unlike are marked', () => {
  expect(unlikeKeys([{ iban: 'A', owner: 'K' }, { iban: 'B', owner: 'K' }, { iban: 'A' }])).toEqual(new Set(['iban', 'owner']))
  expect(unlikeKeys(['a', 'b'])).toEqual(new Set())
})
