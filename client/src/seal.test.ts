import { expect, test } from 'vitest'
import { createSeal } from './seal.ts'

const seal = createSeal(() => 'a secret of at least thirty-two characters')

test('a sealed answer can be opened again, and shows nothing of the words', () => {
  const sealed = seal.seal('acme', 'tüü many 秘密')
  expect(seal.unseal('acme', sealed)).toBe('tüü many 秘密')
  expect(sealed).toMatch(/^sealed:1:[\w-]+$/)
  expect(Buffer.from(sealed.slice(9), 'base64url').toString('utf8')).not.toContain('many')
})

test('the same words are sealed alike for one tenant, and differently for another', () => {
  expect(seal.seal('acme', '1234')).toBe(seal.seal('acme', '1234'))
  expect(seal.seal('acme', '1234')).not.toBe(seal.seal('acme', '1235'))
  expect(seal.seal('acme', '1234')).not.toBe(seal.seal('other', '1234'))
})

test.each([
  ['another tenant', 'other', seal.seal('acme', '1234')],
  ['another installation', 'acme', createSeal(() => 'some other secret of thirty-two characters').seal('acme', '1234')],
  ['a changed text', 'acme', `${seal.seal('acme', '1234').slice(0, -2)}xx`],
  ['a text that nobody sealed', 'acme', '1234'],
])('what is of %s is not opened', (_, tenant, sealed) => {
  expect(() => seal.unseal(tenant, sealed)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
})
