import { expect, test } from 'vitest'
import { cutText } from './source-model.ts'
import { spokenLines } from './spoken-lines.ts'

const line = (text: string, from: number, confidence: number) => ({
  text,
  x: 0,
  y: 0,
  w: 0,
  h: 0,
  confidence,
  time: { from, to: from + 2 },
})
const page = {
  page: 1,
  width: 0,
  height: 0,
  image: null,
  text: 'Ask not.\nAsk what.',
  lines: [line('Ask not.', 3, 0.9), line('Ask what.', 65, 0.4)],
  facts: { reading: 'speech' as const },
}

test('a part of a recording is shown line by line, with times and what is unsure', () => {
  const lines = spokenLines(page, cutText(page.text, [{ field: 'verb', label: 'Verb', start: 4, end: 12, doubtful: false }]))
  expect(lines?.map(({ from, unsure, pieces }) => [from, unsure, pieces.map(({ start, text }) => `${start} ${text}`)])).toEqual([
    [3, false, ['0 Ask ', '4 not.']],
    [65, true, ['9 Ask', '12  what.']],
  ])
})

test('other pages are shown as they are', () => {
  expect(spokenLines({ ...page, facts: {} }, [])).toBeNull()
  expect(spokenLines({ ...page, text: 'Something else' }, [])).toBeNull()
})
