import { expect, test } from 'vitest'
import { diffWords } from './diff-words.ts'

test('only the words that differ are marked', () => {
  expect(diffWords('14 rue des Carmes, Paris', '14 rue des Charmes, Paris')).toEqual([
    { kind: 'same', text: '14 rue des ' },
    { kind: 'gone', text: 'Carmes,' },
    { kind: 'new', text: 'Charmes,' },
    { kind: 'same', text: ' Paris' },
  ])
})

test('what went and what came together give both texts back', () => {
  const [before, after] = ['one two three four', 'zero two four five']
  const pieces = diffWords(before, after)
  const of = (...kinds: string[]) =>
    pieces
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ text }) => text)
      .join('')
  expect(of('same', 'gone')).toBe(before)
  expect(of('same', 'new')).toBe(after)
})

test('a very long text is shown as changed in whole', () => {
  const long = 'word '.repeat(1_000)
  expect(diffWords(long, `${long}end`)).toHaveLength(2)
})
