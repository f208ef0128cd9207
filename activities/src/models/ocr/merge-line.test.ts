import { expect, test } from 'vitest'
import { mergeLine } from './merge-line.ts'

const sure = (text: string): number[] => [...text].map(() => 0.99)
const merged = (first: string, second: string, chances = sure(first)) => mergeLine(first, chances, second.split(' '))

test('spaces come from the second reading, but not into numbers', () => {
  expect(merged('JALANKPB6,KAWASAN', 'JALAN KPB 6, KAWASAN').text).toBe('JALAN KPB 6, KAWASAN')
  expect(merged('RM1,250.00', 'RM 1, 250.00').text).toBe('RM 1,250.00')
  expect(merged('GRAND TOTAL RM29.30', 'GRAND TOTAL R M29.30').text).toBe('GRAND TOTAL RM29.30')
})

test('accents come from the second reading', () => {
  expect(merged('Facture recue le 8 fevrier, francais', 'Facture reçue le 8 février, français')).toEqual({
    text: 'Facture reçue le 8 février, français',
    agreement: 1,
  })
})

test('a digit within a word is the letter that it looks like; one within a number or a code stays', () => {
  expect(merged('L0T B0ARD', 'LOT BOARD').text).toBe('LOT BOARD')
  expect(merged('RM5.00', 'RMS.OO').text).toBe('RM5.00')
  expect(merged('SH01', 'SHO1').text).toBe('SH01')
})

test('a letter that the first reader guesses is the second one’s', () => {
  expect(merged('Cashle!', 'Cashier', [0.99, 0.99, 0.99, 0.99, 0.4, 0.5, 0.3]).text).toBe('Cashie!')
})

test('a second reading of something else changes nothing and agrees little', () => {
  const { text, agreement } = merged('TOTAL 33.90', '|/ ~~ ev')
  expect(text).toBe('TOTAL 33.90')
  expect(agreement).toBeLessThan(0.3)
})

test('a space that the second reader sees after a letter that it took for another is none', () => {
  expect(merged('TOTAL:', 'HF OTAL. :').text).toBe('TOTAL :')
})
