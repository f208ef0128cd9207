import { expect, test } from 'vitest'
import { wordsIn } from './take-evidence.ts'

test('a region takes the words whose middle lies in it', () => {
  const line = (text: string, x: number, y: number) => ({ text, x, y, w: 0.1, h: 0.02 })
  const lines = [line('Total', 0.1, 0.5), line('1 939,00', 0.3, 0.5), line('Thank you', 0.3, 0.7)]
  expect(wordsIn(lines, { x: 0.05, y: 0.49, w: 0.4, h: 0.05 })).toBe('Total 1 939,00')
  expect(wordsIn(lines, { x: 0.8, y: 0.8, w: 0.1, h: 0.1 })).toBe('')
})
