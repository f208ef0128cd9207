import { expect, test } from 'vitest'
import { jsonSafe } from './json-safe.ts'

test('every value becomes plain JSON', () => {
  const cycle: Record<string, unknown> = { name: 'loop' }
  cycle.self = cycle
  const shared = { x: 1 }
  const value = {
    date: new Date(0),
    none: new Date(Number.NaN),
    set: new Set([1, new Date(0)]),
    map: new Map([['k', new Map([[1, 2]])]]),
    bytes: new Uint8Array(3),
    big: 12n,
    infinite: Number.POSITIVE_INFINITY,
    error: new TypeError('no'),
    gone: undefined,
    call: () => 1,
    list: [undefined, () => 1, 2],
    cycle,
    twice: [shared, shared],
    own: { toJSON: () => ({ deep: new Date(0) }) },
  }
  expect(jsonSafe(value)).toEqual({
    date: '1970-01-01T00:00:00.000Z',
    none: null,
    set: [1, '1970-01-01T00:00:00.000Z'],
    map: [['k', [[1, 2]]]],
    bytes: { bytes: 3 },
    big: '12',
    infinite: 'Infinity',
    error: { name: 'TypeError', message: 'no' },
    list: [null, null, 2],
    cycle: { name: 'loop', self: '[circular]' },
    twice: [{ x: 1 }, { x: 1 }],
    own: { deep: '1970-01-01T00:00:00.000Z' },
  })
})
