import { expect, test } from 'vitest'
import { fallen } from './compare.ts'

const figure = (name: string, value: number) => ({ name, value, goal: null, noise: 0.01 })
const committed = JSON.stringify({ figures: [figure('pdf', 0.92), figure('ocr', 1)] })

test('what fell by more than its noise, or is not measured any more, is told', () => {
  expect(fallen([figure('pdf', 0.9), figure('ocr', 0.995)], committed)).toEqual(['pdf fell from 0.920 to 0.900 (noise 0.01)'])
  expect(fallen([figure('pdf', 0.93)], committed)).toEqual(['ocr is not measured any more'])
})

test('without a committed result nothing can fall', () => {
  expect(fallen([figure('pdf', 0.1)], null)).toEqual([])
})
