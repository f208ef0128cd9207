import { describe, expect, test } from 'vitest'
import { applySettings, readValue } from './edit-proposal.ts'

const schema = {
  type: 'object',
  properties: {
    total: { type: 'number' },
    number: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    lines: { type: 'array', items: { type: 'object', properties: { amount: { type: 'number' } } } },
  },
}
const invoice = { total: 1, number: 'A-1', lines: [{ amount: 1 }] }

describe('field=value settings', () => {
  test('change the named fields and leave the proposal as it was', () => {
    expect(applySettings(invoice, ['total=1939.50', 'number=B=2'], schema)).toEqual({
      total: 1939.5,
      number: 'B=2',
      lines: [{ amount: 1 }],
    })
    expect(invoice.total).toBe(1)
  })

  test('keep text that looks like a number where the schema asks for text', () => {
    expect(applySettings(invoice, ['number=0042'], schema)).toMatchObject({ number: '0042' })
  })

  test('read JSON where the schema says nothing, and nothing as null', () => {
    expect(applySettings({}, ['a=[1,2]', 'b=word', 'c='])).toEqual({ a: [1, 2], b: 'word', c: null })
  })

  test('reach inside with dots, and make what is missing on the way', () => {
    expect(applySettings(invoice, ['lines.0.amount=7', 'address.city=Riga'], schema)).toMatchObject({
      lines: [{ amount: 7 }],
      address: { city: 'Riga' },
    })
  })

  test.each([
    ['total', 'field=value'],
    ['=5', 'field=value'],
    ['total=1 939,00', 'a number is expected'],
    ['lines.9.amount=1', 'places 0 to 1'],
    ['number.deep=1', 'there is no "deep"'],
  ])('%s is refused with words', (setting, words) => {
    expect(() => applySettings(invoice, [setting], schema)).toThrow(words)
  })

  test('cannot reach the prototype', () => {
    applySettings({}, ['__proto__.polluted=1'])
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })
})

describe('--value', () => {
  test('is JSON, or a file that holds it', async () => {
    expect(await readValue('{"a":1}', () => Promise.reject(new Error('not read')))).toEqual({ a: 1 })
    expect(await readValue('@x.json', async (path) => JSON.stringify({ path }))).toEqual({ path: 'x.json' })
  })

  test('that is neither is refused and named', async () => {
    await expect(readValue('{a', async () => '')).rejects.toThrow('--value is not JSON')
    await expect(readValue('@x', () => Promise.reject(new Error('ENOENT: x')))).rejects.toThrow('ENOENT: x')
  })
})
