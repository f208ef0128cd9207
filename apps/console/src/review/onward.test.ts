import { expect, test } from 'vitest'
import { placeOf } from './onward.ts'

const number = (value: number) => value.toLocaleString('en')

test('a review stands among so many, and where they are no longer counted, among more than that', () => {
  expect(placeOf({ position: 3, total: 41 }, {}, number)).toEqual({ position: '3', total: '41' })
  expect(placeOf({ position: 3, total: 10_001 }, {}, number)).toEqual({ position: '3', total: '10,000+' })
  expect(placeOf({ position: 10_001, total: 10_001 }, {}, number)).toEqual({ position: '10,000+', total: '10,000+' })
  expect(placeOf({ position: 3, total: 1_001 }, {}, number)).toEqual({ position: '3', total: '1,001' })
  expect(placeOf({ position: 3, total: 1_001 }, { q: 'invoice' }, number)).toEqual({ position: '3', total: '1,000+' })
})
