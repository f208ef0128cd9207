import { afterEach, expect, test, vi } from 'vitest'
import { refuseForeignChange, refuseHost } from './request-guard.ts'

afterEach(() => vi.unstubAllEnvs())

test.each(['127.0.0.1:3000', 'localhost', 'LOCALHOST:80', '[::1]:3000'])('this machine answers to %s', (host) =>
  expect(refuseHost(new Headers({ host }))).toBeNull(),
)

test.each(['evil.test', '127.0.0.1.evil.test', 'localhost.evil.test:3000', ''])('a foreign host is refused: "%s"', (host) =>
  expect(refuseHost(new Headers(host ? { host } : {}))?.status).toBe(421),
)

test('a name is added by the environment', () => {
  vi.stubEnv('COUNTERSIGN_CONSOLE_HOSTS', 'desk.example.test, other.example.test')
  expect(refuseHost(new Headers({ host: 'desk.example.test:8443' }))).toBeNull()
})

test('the address that browsers use is answered', () => {
  vi.stubEnv('COUNTERSIGN_CONSOLE_URL', 'https://desk.example.test/')
  expect(refuseHost(new Headers({ host: 'desk.example.test' }))).toBeNull()
})

test('where nobody signs in, only this machine is answered, whatever else is set', () => {
  vi.stubEnv('COUNTERSIGN_SIGN_IN', 'environment')
  vi.stubEnv('COUNTERSIGN_CONSOLE_HOSTS', 'desk.example.test')
  expect(refuseHost(new Headers({ host: 'desk.example.test' }))?.status).toBe(421)
  expect(refuseHost(new Headers({ host: 'localhost:3000' }))).toBeNull()
})

const sent = (headers: Record<string, string>) =>
  refuseForeignChange(
    new Headers({ host: 'localhost:3000', origin: 'http://localhost:3000', 'content-type': 'application/json', ...headers }),
  )

test('a change is taken from our own pages only', () => {
  expect(sent({})).toBeNull()
  expect(sent({ 'sec-fetch-site': 'same-origin', 'content-type': 'application/json; charset=utf-8' })).toBeNull()
  expect(sent({ origin: 'null' })?.status).toBe(403)
  expect(sent({ origin: 'http://localhost:3001' })?.status).toBe(403)
  expect(sent({ 'sec-fetch-site': 'same-site' })?.status).toBe(403)
  expect(sent({ 'content-type': 'application/x-www-form-urlencoded' })?.status).toBe(415)
})
