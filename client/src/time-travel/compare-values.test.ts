import { expect, test } from 'vitest'
import { compareValues } from './compare-values.ts'

test('keys with slashes and tildes are escaped as JSON Pointer wants', () => {
  expect(compareValues({ 'a/b': { 'c~d': 1 } }, { 'a/b': { 'c~d': 2 } }).changes).toEqual([
    { path: '/a~1b/c~0d', kind: 'changed', before: 1, after: 2 },
  ])
})

test('one item more in front of a list is one change', () => {
  const list = Array.from({ length: 100 }, (_, n) => ({ n }))
  expect(compareValues({ list }, { list: [{ n: -1 }, ...list] }).changes).toEqual([{ path: '/list/0', kind: 'added', after: { n: -1 } }])
  expect(compareValues({ list }, { list: list.slice(1) }).changes).toEqual([{ path: '/list/0', kind: 'removed', before: { n: 0 } }])
})

test('a value that became another type, null or nothing is told as it is', () => {
  expect(compareValues({ a: [1], b: null, c: 1 }, { a: { 0: 1 }, b: {} }).changes).toEqual([
    { path: '/a', kind: 'changed', before: [1], after: { 0: 1 } },
    { path: '/b', kind: 'changed', before: null, after: {} },
    { path: '/c', kind: 'removed', before: 1 },
  ])
})

test('long texts and lists are cut, and many changes are counted', () => {
  const [text, list] = compareValues({}, { text: 'x'.repeat(100_000), list: Array.from({ length: 1000 }, (_, n) => n) }).changes
  expect(text?.after).toHaveLength(2001)
  expect(list?.after).toHaveLength(51)
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`k${n}`, n]))
  const diff = compareValues({}, many)
  expect(diff.changes).toHaveLength(300)
  expect(diff.more).toBe(700)
})
