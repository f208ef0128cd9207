import { expect, test } from 'vitest'
import { assembleText } from '../../sources/document-text.ts'
import { evidenceOf, layoutOf } from './cells.ts'

test('in a recording a value was heard at a time, not seen in a box', () => {
  const line = (text: string, from: number, to: number) => ({ text, x: 0, y: 0, w: 0, h: 0, confidence: 0.9, time: { from, to } })
  const lines = [line('The total is forty euros.', 0, 2.5), line('Due in May.', 2.5, 4)]
  const document = assembleText([{ page: 1, text: lines.map(({ text }) => text).join('\n'), lines }])
  const { rows } = layoutOf(document)
  expect(rows).toHaveLength(2)
  const [cell] = rows[0] ?? []
  if (cell === undefined) throw new Error('no cell')
  expect(evidenceOf(cell, 4, 9)).toEqual({ page: 1, span: { start: 4, end: 9 }, text: 'total', time: { from: 0, to: 2.5 } })
})
