import { said } from '@countersign/client/contract'
import { expect, test } from 'vitest'
import { readDigest, writeDigest } from './page-problem.ts'

test('what went wrong reaches the error page by the digest alone, and can be said in any language there', () => {
  const { english, says } = said('door.broken', { reference: 'ab12' })
  const problem = { code: 'internal', message: english, says }
  expect(readDigest(Object.assign(new Error('hidden'), { digest: writeDigest(problem) }))).toEqual(problem)
})

test.each([
  new Error('no digest'),
  Object.assign(new Error(''), { digest: '1234567' }),
  Object.assign(new Error(''), { digest: 'countersign {' }),
  null,
])('any other error has no words', (error) => expect(readDigest(error)).toBeNull())
