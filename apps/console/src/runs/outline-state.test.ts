import { expect, test } from 'vitest'
import { changesIn, outlineState } from './outline-state.ts'

test('what a step changed is marked down to the value, with what it was before', () => {
  const [extraction, language] = outlineState(
    { extraction: { total: 33.9, date: 'x' }, language: 'en' },
    { extraction: { total: 33.92, date: 'x' }, language: 'en' },
  )
  expect(extraction?.changed).toBe(true)
  expect(extraction?.children.map(({ key, changed, before }) => [key, changed, before])).toEqual([
    ['total', true, '33.92'],
    ['date', false, null],
  ])
  expect(language?.changed).toBe(false)
})

test('a state of ten megabytes stays a small tree that says what it left out', () => {
  const lines = outlineState({ text: 'x'.repeat(10_000_000), chunks: Array.from({ length: 5_000 }, (_, index) => ({ index })) }, {})
  expect(JSON.stringify(lines).length).toBeLessThan(20_000)
  expect(lines[0]?.more).toEqual({ key: 'characters', count: 10_000_000 })
  expect(lines[1]).toMatchObject({ text: '[5000]', more: { key: 'entries', count: 4_960 } })
})

test('a deep state ends where it is told to', () => {
  let deep: unknown = 'bottom'
  for (let level = 0; level < 100; level += 1) deep = { deep }
  expect(JSON.stringify(outlineState({ deep }, {}))).toContain('levels')
})

test('what a step changed can be read alone', () => {
  const lines = outlineState(
    { extraction: { total: 1, date: 'x' }, language: 'en' },
    { extraction: { total: 2, date: 'x' }, language: 'en' },
  )
  expect(changesIn(lines).map(({ key, children }) => [key, children.map((child) => child.key)])).toEqual([['extraction', ['total']]])
})
