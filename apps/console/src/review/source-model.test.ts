import { expect, test } from 'vitest'
import { cutText, locateSpan } from './source-model.ts'

const span = (field: string, start: number, end: number) => ({ field, label: field, start, end, doubtful: false })

test('a text is cut where spans begin and end, also where they overlap', () => {
  const pieces = cutText('abcdefgh', [span('one', 1, 5), span('two', 3, 7)])
  expect(pieces.map(({ text, spans }) => `${text}:${spans.map(({ field }) => field).join('+')}`)).toEqual([
    'a:',
    'bc:one',
    'de:one+two',
    'fg:two',
    'h:',
  ])
})

test('a span that reaches beyond the text is left out, and the text stays whole', () => {
  expect(cutText('abc', [span('one', 1, 9)]).map(({ text }) => text)).toEqual(['abc'])
})

test('a span is found by its wording where its place is counted from another page', () => {
  expect(locateSpan('second page, 12 May', { span: { start: 900, end: 906 }, text: '12 May' })).toEqual({ start: 13, end: 19 })
  expect(locateSpan('second page', { span: { start: 900, end: 906 }, text: '12 May' })).toBeNull()
  expect(locateSpan('12 May', { span: { start: 0, end: 6 } })).toEqual({ start: 0, end: 6 })
})
