import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { registerGraph, type Scene, setScene } from '../../test/scene.ts'
import { ingestResultSchema } from '../schemas/documents.ts'
import type { CountersignClient } from '../types.ts'
import { handle } from './server.ts'

let scene: Scene
let ada: CountersignClient
let reported: unknown[] = []

beforeAll(async () => {
  scene = await setScene()
  await registerGraph(scene.database)
  ada = scene.client()
})
afterAll(() => scene.close())

interface Sent {
  json?: unknown
  body?: string | Uint8Array<ArrayBuffer>
  type?: string
}

async function ask(method: string, address: string, { json, body, type }: Sent = {}, client = ada) {
  reported = []
  const request = new Request(`http://desk.test/api/v1${address}`, {
    method,
    headers: { 'content-type': type ?? 'application/json' },
    body: method === 'GET' || method === 'HEAD' ? undefined : (body ?? (json === undefined ? undefined : JSON.stringify(json))),
  })
  const report = (error: unknown) => {
    reported.push(error)
    return 'ref-1'
  }
  return await handle(client, request, { maxBytes: 1_000, report })
}

const listSchema = z.object({ items: z.array(z.unknown()) })
const objectSchema = z.record(z.string(), z.unknown())

const problemOf = async (answer: Promise<Response>) => {
  const response = await answer
  return { status: response.status, ...objectSchema.parse(await response.json()) }
}

test('what is not there is 404, and what is asked in another way 405 with the ways there are', async () => {
  expect(await problemOf(ask('GET', '/nothing/here'))).toMatchObject({ status: 404, error: { code: 'not_found' } })
  const answer = await ask('GET', '/reviews/rv_1/decision?verb=approve')
  expect(answer.status).toBe(405)
  expect(answer.headers.get('allow')).toBe('POST')
  const claim = await ask('PATCH', '/reviews/rv_1/claim')
  expect(claim.headers.get('allow')).toBe('POST, DELETE')
})

test('a filter with a name or a value that means nothing is refused by name, never ignored', async () => {
  expect(await problemOf(ask('GET', '/reviews?satus=open'))).toMatchObject({
    status: 400,
    error: { message: expect.stringContaining('satus') },
  })
  expect(await problemOf(ask('GET', '/reviews?status=ajar'))).toMatchObject({
    status: 400,
    error: { details: { issues: [{ path: 'status' }] } },
  })
  expect(await problemOf(ask('GET', '/reviews?limit=many'))).toMatchObject({
    status: 400,
    error: { details: { issues: [{ path: 'limit' }] } },
  })
  expect(await problemOf(ask('GET', '/reviews?run=a&run=b'))).toMatchObject({
    status: 400,
    error: { message: expect.stringContaining('twice') },
  })
  expect(await problemOf(ask('GET', '/documents/%E0%A4%A'))).toMatchObject({ status: 400 })
})

test('numbers and yes or no in an address are what they look like, and text stays text', async () => {
  const run = await scene.run()
  await scene.review(run, { title: '123', confidence: 0.5 })
  const list = async (query: string) => listSchema.parse(await (await ask('GET', `/reviews?run=${run}&${query}`)).json()).items.length
  expect(await list('text=123&limit=5')).toBe(1)
  expect(await list('text=true')).toBe(0)
  expect(await list('decidable=true')).toBe(1)
})

test('a body that is no JSON object, of another type or too large is refused before anything is done', async () => {
  const { id } = await scene.review(await scene.run())
  const decide = (sent: Sent) => problemOf(ask('POST', `/reviews/${id}/decision`, sent))
  expect(await decide({ body: '{' })).toMatchObject({ status: 400, error: { message: expect.stringContaining('JSON') } })
  expect(await decide({ json: ['approve'] })).toMatchObject({ status: 400 })
  expect(await decide({ body: 'verb=approve', type: 'application/x-www-form-urlencoded' })).toMatchObject({ status: 415 })
  expect(await decide({ body: `"${'x'.repeat(2_000_001)}"` })).toMatchObject({ status: 413, error: { code: 'too_large' } })
  expect((await ada.getReview(id)).status).toBe('open')
})

test('what takes no body needs none, and no content type either', async () => {
  const { id } = await scene.review(await scene.run())
  const request = new Request(`http://desk.test/api/v1/reviews/${id}/claim`, { method: 'POST' })
  const claimed = await handle(ada, request, { maxBytes: 1_000, report: () => 'ref' })
  expect(await claimed.json()).toMatchObject({ review: id, by: 'ada' })
})

test('a decision says what it was made on: without ticket or hash it is refused, and for another review it does not count', async () => {
  const run = await scene.run()
  const [one, other] = [await scene.review(run), await scene.review(run)]
  const decide = (json: unknown) => problemOf(ask('POST', `/reviews/${one.id}/decision`, { json }))
  expect(await decide({ verb: 'approve' })).toMatchObject({ status: 400, error: { details: { issues: [{ path: 'ticket' }] } } })
  expect(await decide({ verb: 'approve', shownHash: other.shownHash })).toMatchObject({
    status: 409,
    error: { code: 'changed_since_shown' },
  })
  const { ticket } = await ada.getReview(other.id)
  expect(await decide({ verb: 'approve', ticket })).toMatchObject({ status: 409, error: { code: 'changed_since_shown' } })
  // The address says which review it is, whatever the body claims.
  const { ticket: right } = await ada.getReview(one.id)
  expect(await decide({ verb: 'approve', ticket: right, review: other.id })).toMatchObject({ status: 200, review: { id: one.id } })
})

test('a file comes in as its bytes and goes out without any right to run', async () => {
  const page = new TextEncoder().encode('<html><script>alert(1)</script><p>Hello.</p></html>')
  const taken = await ask('POST', '/documents?name=a%26b.html&language=en&again=true', { body: page, type: 'application/octet-stream' })
  expect(taken.status).toBe(200)
  const { document } = ingestResultSchema.parse(await taken.json())
  const { hash, name, language } = await ada.getDocument(document)
  expect({ name, language }).toEqual({ name: 'a&b.html', language: 'en' })
  const file = await ask('GET', `/files/${hash}`)
  expect(await file.text()).toContain('alert(1)')
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'x-file-type': 'text/html',
  })
  expect((await ask('GET', '/files/..%2f..%2fetc%2fpasswd')).status).toBe(400)
})

test('an upload larger than allowed, unnamed, of another type, or a path of this machine is refused', async () => {
  const bytes = (length: number) => ({ body: new Uint8Array(length).fill(65), type: 'application/octet-stream' })
  expect(await problemOf(ask('POST', '/documents?name=a.txt', bytes(1_001)))).toMatchObject({
    status: 413,
    error: { details: { limit: 1_000 } },
  })
  expect(await problemOf(ask('POST', '/documents', bytes(10)))).toMatchObject({
    status: 400,
    error: { details: { issues: [{ path: 'name' }] } },
  })
  expect(await problemOf(ask('POST', '/documents?name=a.pdf', { body: 'x', type: 'multipart/form-data' }))).toMatchObject({ status: 415 })
  expect(await problemOf(ask('POST', '/documents', { json: { path: '/etc/passwd' } }))).toMatchObject({ status: 400 })
  expect(await problemOf(ask('POST', '/documents', { json: { url: 'https://a.test/', path: '/etc/passwd' } }))).toMatchObject({
    status: 400,
  })
})

test('an upload without an end is given up as soon as it is too large', async () => {
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 400
      controller.enqueue(new Uint8Array(400))
    },
  })
  const request = new Request('http://desk.test/api/v1/documents?name=a.txt', {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: endless,
    duplex: 'half',
  })
  const answer = await handle(ada, request, { maxBytes: 1_000, report: () => 'ref' })
  expect(answer.status).toBe(413)
  expect(sent).toBeLessThan(5_000)
})

test('an error that nobody foresaw is told as a reference, and nothing of it gets out', async () => {
  const broken = new Proxy(ada, {
    get: (target, door, receiver) =>
      door === 'me' ? () => Promise.reject(new Error('password=secret')) : Reflect.get(target, door, receiver),
  })
  const answer = await ask('GET', '/me', {}, broken)
  const text = await answer.text()
  expect(answer.status).toBe(500)
  expect(JSON.parse(text)).toMatchObject({ error: { code: 'internal', retryable: true, details: { reference: 'ref-1' } } })
  expect(text).not.toContain('secret')
  expect(reported).toHaveLength(1)
})

test('a HEAD is answered like a GET and changes nothing', async () => {
  expect((await ask('HEAD', '/me')).status).toBe(200)
  expect((await ask('HEAD', '/reviews/rv_1/claim')).status).toBe(405)
})

test('nothing that is answered is kept by a cache, but files for good', async () => {
  expect((await ask('GET', '/me')).headers.get('cache-control')).toBe('no-store')
  expect((await ask('GET', '/reviews/none')).headers.get('cache-control')).toBe('no-store')
})
