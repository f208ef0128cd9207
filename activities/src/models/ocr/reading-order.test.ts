import { expect, test } from 'vitest'
import { inReadingOrder } from './reading-order.ts'

const at = (text: string, x: number, y: number, w: number) => ({ text, x, y, w, h: 0.02 })
const texts = (lines: ReturnType<typeof at>[]) => inReadingOrder(lines).map(({ text }) => text)

test('labels and amounts of a receipt are read row by row', () => {
  expect(texts([at('33.90', 0.8, 0.1, 0.1), at('Cash', 0.1, 0.2, 0.1), at('Total', 0.1, 0.101, 0.1), at('50.00', 0.8, 0.2, 0.1)])).toEqual([
    'Total',
    '33.90',
    'Cash',
    '50.00',
  ])
})

test('columns of running text are read one after the other, below the heading across both', () => {
  const column = (name: string, x: number) => [1, 2, 3, 4, 5, 6].map((n) => at(`${name} ${n} of a text in columns`, x, 0.1 + n * 0.03, 0.4))
  const left = column('left', 0.05)
  const right = column('right', 0.55)
  const heading = at('A heading across both columns', 0.05, 0.05, 0.9)
  const mixed = left.flatMap((line, index) => [right[index] ?? line, line])
  expect(texts([...mixed, heading])).toEqual([heading, ...left, ...right].map(({ text }) => text))
})
