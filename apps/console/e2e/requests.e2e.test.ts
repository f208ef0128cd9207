import http from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openConsole, type TestConsole } from './open-console.ts'

let desk: TestConsole
beforeAll(async () => {
  desk = await openConsole()
})
afterAll(() => desk.close())

const shownSchema = z.object({ shownHash: z.string(), ticket: z.string() })

/** A request with any headers, which `fetch` would not send. */
async function ask(
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; body: string; headers: http.IncomingHttpHeaders }> {
  const { method = 'GET', headers = {}, body } = options
  return await new Promise((resolve, reject) => {
    const request = http.request(`${desk.server.url}${path}`, { method, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text, headers: response.headers }))
    })
    request.on('error', reject)
    request.end(body)
  })
}

const decide = (review: string, body: unknown, headers: Record<string, string> = {}) =>
  ask(`/api/v1/reviews/${review}/decision`, {
    method: 'POST',
    headers: { origin: desk.server.url, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

test('no GET decides: every address of a review can be opened by a mail scanner', async () => {
  const { review } = desk.filled.invoice
  const addresses = [
    `/reviews/${review}`,
    `/reviews/${review}?verb=approve&decide=1`,
    `/api/reviews/${review}/preview`,
    `/api/v1/reviews/${review}/decision`,
    `/api/v1/reviews/${review}/decision?verb=approve&clientKey=scanner`,
  ]
  for (const address of addresses) await ask(address)
  expect((await ask(`/api/v1/reviews/${review}/decision`)).status).toBe(405)
  expect(await desk.decisionsOf(review)).toEqual([])
})

test('a decision that another site sends is refused, whatever it looks like', async () => {
  const { review } = desk.filled.invoice
  const body = { verb: 'approve', clientKey: 'foreign' }
  expect((await decide(review, body, { origin: 'https://evil.test' })).status).toBe(403)
  expect((await decide(review, body, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await decide(review, body, { 'content-type': 'text/plain' })).status).toBe(415)
  const bare = await ask(`/api/v1/reviews/${review}/decision`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(bare.status).toBe(403)
  expect(await desk.decisionsOf(review)).toEqual([])
})

test('a foreign host name is refused everywhere, also with a matching origin', async () => {
  const host = 'rebound.test'
  for (const path of ['/inbox', '/api/health', '/api/v1/health', '/api/v1/events', `/api/reviews/${desk.filled.invoice.review}/preview`]) {
    expect((await ask(path, { headers: { host } })).status).toBe(421)
  }
  const { review } = desk.filled.invoice
  expect((await decide(review, { verb: 'approve', clientKey: 'rebound' }, { host, origin: `http://${host}` })).status).toBe(421)
})

test('a malformed decision names what is wrong; a wrong one says why it does not fit', async () => {
  const { review } = desk.filled.invoice
  const { shownHash, ticket } = shownSchema.parse(JSON.parse((await ask(`/api/v1/reviews/${review}`)).body))
  const missing = await decide(review, { verb: 'approve' })
  expect(missing.status).toBe(400)
  expect(missing.body).toContain('ticket')
  const unknown = await decide(review, { verb: 'bless', ticket, clientKey: 'k1' })
  expect(unknown.status).toBe(400)
  expect(unknown.body).toContain('verb')
  expect((await decide(review, { verb: 'reject', ticket, shownHash, clientKey: 'k2' })).status).toBe(422)
  expect((await decide(review, { verb: 'edit', value: { total: 'much' }, ticket, clientKey: 'k3' })).status).toBe(422)
  expect((await decide(review, { verb: 'approve', ticket, shownHash: 'another', clientKey: 'k4' })).status).toBe(409)
  expect((await decide('rv_00000000000000000000', { verb: 'approve', ticket, clientKey: 'k5' })).status).toBe(404)
  expect(await desk.decisionsOf(review)).toEqual([])
})

test('a file is served as the kind it is, for good, and without any right to run', async () => {
  const { body } = await ask(`/api/reviews/${desk.filled.invoice.review}/preview`)
  const hash = /"hash":"([0-9a-f]{64})"/.exec(body)?.[1]
  const file = await ask(`/api/v1/files/${hash}`)
  expect(file.status).toBe(200)
  expect(file.headers['content-type']).toBe('image/png')
  expect(file.headers['cache-control']).toContain('immutable')
  expect(file.headers['content-security-policy']).toContain("default-src 'none'")
  expect(file.headers['x-content-type-options']).toBe('nosniff')
  expect((await ask(`/api/v1/files/${'0'.repeat(64)}`)).status).toBe(404)
  expect((await ask('/api/v1/files/..%2f..%2fetc%2fpasswd')).status).toBe(400)
})

test('health counts what waits', async () => {
  const health: unknown = JSON.parse((await ask('/api/health')).body)
  expect(health).toMatchObject({ openReviews: 41, decidedNotResumed: 0, temporal: false })
})

test('a console that is asked to stop does so at once, though browsers listen', async () => {
  const other = await desk.startAs('carl')
  const stream = await fetch(`${other.url}/api/v1/events`)
  const reader = stream.body?.getReader()
  await reader?.read()
  const before = Date.now()
  await other.stop()
  expect(Date.now() - before).toBeLessThan(4_000)
  await reader?.cancel().catch(() => undefined)
})
