import { expect, test } from 'vitest'
import { alignPaths } from './align-paths.ts'

const shown = (a: string, b: string) => alignPaths([...a], [...b]).map((step) => `${step.a ?? '-'}${step.b ?? '-'}`)

test('what both ran stands side by side, and what one alone ran stands beside nothing', () => {
  expect(shown('abcd', 'abcd')).toEqual(['aa', 'bb', 'cc', 'dd'])
  expect(shown('abxd', 'abyzd')).toEqual(['aa', 'bb', 'x-', '-y', '-z', 'dd'])
  expect(shown('', 'ab')).toEqual(['-a', '-b'])
  expect(shown('abab', 'ab')).toEqual(['aa', 'bb', 'a-', 'b-'])
})

test('paths of thousands of steps are set beside each other quickly', () => {
  const long = Array.from({ length: 3_000 }, (_, n) => `n${n % 7}`)
  const other = Array.from({ length: 3_000 }, (_, n) => `m${n % 5}`)
  expect(alignPaths(long, other)).toHaveLength(3_000)
})
