import { expect, test } from 'vitest'
import { wrongWords } from './speech.ts'

const count = (heard: string, said: string) => wrongWords(heard.split(' ').filter(Boolean), said.split(' ').filter(Boolean))

test('words that were put in, left out and heard otherwise are counted', () => {
  expect(count('ask not what', 'ask not what')).toBe(0)
  expect(count('ask what', 'ask not what')).toBe(1)
  expect(count('ask me not when', 'ask not what')).toBe(2)
  expect(count('thank you', '')).toBe(2)
  expect(count('', 'ask not')).toBe(2)
})
