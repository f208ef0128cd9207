import { expect, test } from 'vitest'
import { readChange, stateKeys } from './state-form-model.ts'

const SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1 },
    pages: { type: 'integer', minimum: 1 },
    extraction: {
      type: 'object',
      properties: { total: { type: 'number' }, date: { type: 'string', format: 'date' } },
      required: ['total'],
    },
    chunks: {},
    anything: {},
  },
}
const STATE = { name: 'a.pdf', pages: 4, extraction: { total: 33.92, date: '2019-01-12' }, chunks: [1, 2], anything: null, extra: true }
const keys = stateKeys(STATE, SCHEMA)
const kindOf = (name: string) => keys.find(({ item }) => item.name === name)?.item.kind

test('every key gets the control that its schema or else its value asks for', () => {
  expect(Object.keys(STATE).map(kindOf)).toEqual(['text', 'number', 'json', 'json', 'json', 'boolean'])
  expect(keys.find(({ item }) => item.name === 'extraction')?.parts.map(({ name, kind }) => [name, kind])).toEqual([
    ['total', 'number'],
    ['date', 'date'],
  ])
})

test('only what was changed is sent, each key with its whole new value', () => {
  const typed = { 'extraction/total': '33.90', pages: '4', name: ' b.pdf', chunks: '[1]' }
  expect(readChange(keys, typed, SCHEMA)).toEqual({
    values: { extraction: { total: 33.9, date: '2019-01-12' }, name: ' b.pdf', chunks: [1] },
    problems: {},
  })
})

test('what does not fit is said at its field', () => {
  const { problems } = readChange(keys, { 'extraction/total': 'much', pages: '0', name: '', chunks: '[1' }, SCHEMA)
  expect(problems).toMatchObject({
    'extraction/total': { key: 'number' },
    pages: { key: 'other' },
    name: {},
    chunks: { key: 'json' },
  })
})

test('an object can be changed as JSON instead, and is checked the same way', () => {
  expect(readChange(keys, { extraction: '{"total": "x"}' }, SCHEMA).problems).toMatchObject({ 'extraction/total': {} })
})
