import { expect, test } from 'vitest'
import { hidePassword } from './hide-password.mjs'

test('a connection string is shown without its password', () => {
  expect(hidePassword('postgres://ada:s3cret@127.0.0.1:5432/countersign')).toBe('postgres://ada:***@127.0.0.1:5432/countersign')
  expect(hidePassword('postgres://127.0.0.1:5432/countersign')).toBe('postgres://127.0.0.1:5432/countersign')
  expect(hidePassword('')).toBe('')
})
