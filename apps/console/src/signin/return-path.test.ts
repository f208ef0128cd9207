import { expect, test } from 'vitest'
import { returnPath, signInAddress } from './return-path.ts'

test.each(['/reviews/rv_1', '/inbox?q=a%20b&sort=due', '/runs/r_1?tab=attempts#step-3', '/settings/tokens'])('%s is gone back to', (path) =>
  expect(returnPath(path)).toBe(path),
)

test.each([
  'https://evil.test/',
  '//evil.test',
  '/\\evil.test',
  '/\t/evil.test',
  '/..//evil.test',
  'javascript:alert(1)',
  'inbox',
  '',
  null,
  '/sign-in?to=/sign-in',
  '/sign-out',
  '/api/v1/reviews',
  '/',
])('%s leads to the inbox', (path) => expect(returnPath(path)).toBe('/inbox'))

test('the way to the sign-in page names the way back, where it is not the inbox', () => {
  expect(signInAddress('/reviews/rv_1?a=b&c')).toBe('/sign-in?to=%2Freviews%2Frv_1%3Fa%3Db%26c')
  expect(signInAddress('/inbox')).toBe('/sign-in')
})
