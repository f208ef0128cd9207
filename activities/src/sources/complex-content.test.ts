import { expect, test } from 'vitest'
import { findComplexBlocks } from './complex-content.ts'

const found = (text: string) => findComplexBlocks(text).map(({ kind, start, end }) => [kind, text.slice(start, end)])

test('a table is its head, its rule and its rows', () => {
  const table = '| Item | Price |\n| --- | ---: |\n| Novel | 9.50 |\n| Map | 2.40 |'
  expect(found(`Before.\n\n${table}\n\nAfter | all.`)).toEqual([['table', table]])
  expect(found('Item | Price\n--- | ---\nNovel | 9.50\n')).toEqual([['table', 'Item | Price\n--- | ---\nNovel | 9.50']])
})

test('code is what a fence holds, also where it looks like a table or is never closed', () => {
  const code = '```sh\nls | wc\n--- | ---\n# not a heading\n```'
  expect(found(`Run:\n${code}\nDone.`)).toEqual([['code', code]])
  expect(found('~~~\nx = 1\n')).toEqual([['code', '~~~\nx = 1\n']])
})

test('formulas are displayed ones, on one line or several', () => {
  expect(found('So\n$$ E = mc^2 $$\nand\n\\begin{align}\na &= b\\\\\nc &= d\n\\end{align}\n')).toEqual([
    ['formula', '$$ E = mc^2 $$'],
    ['formula', '\\begin{align}\na &= b\\\\\nc &= d\n\\end{align}'],
  ])
})

test('prices, pipes and rules in running text are none of them', () => {
  expect(found('It costs $$ or more.\na | b\n\n---\n\nText')).toEqual([])
})
