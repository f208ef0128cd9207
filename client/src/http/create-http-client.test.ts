import { once } from 'node:events'
import http from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import type { ChangeEvent } from '../types.ts'
import { createHttpClient } from './create-http-client.ts'
import { readEvents } from './read-events.ts'

const servers: http.Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

/** A server that is not ours: a proxy in front of the console, or a console of another version. */
async function serve(answer: http.RequestListener): Promise<string> {
  const server = http.createServer(answer).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port is free.')
  return `http://127.0.0.1:${address.port}/`
}

const answerWith =
  (status: number, body: string, type = 'application/json'): http.RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': type }).end(body)

test('a proxy that answers for the console is said as such, and whether trying again helps', async () => {
  const down = createHttpClient({ url: await serve(answerWith(502, '<h1>Bad Gateway</h1>', 'text/html')) })
  await expect(down.me()).rejects.toMatchObject({ code: 'unavailable', retryable: true, details: { status: 502 } })
  const wall = createHttpClient({ url: await serve(answerWith(403, 'no', 'text/plain')) })
  await expect(wall.me()).rejects.toMatchObject({ code: 'forbidden' })
})

test('an error of a newer server keeps its words', async () => {
  const body = JSON.stringify({ error: { code: 'moon_phase', message: 'Wait for the full moon.', retryable: true, details: { days: 3 } } })
  const client = createHttpClient({ url: await serve(answerWith(409, body)) })
  await expect(client.claim('rv_1')).rejects.toMatchObject({ code: 'conflict', message: 'Wait for the full moon.', details: { days: 3 } })
})

test('an answer of another form is refused and says where it differs', async () => {
  const client = createHttpClient({ url: await serve(answerWith(200, '{"tenant":"acme","user":7}')) })
  await expect(client.me()).rejects.toMatchObject({ code: 'internal', details: { path: 'user' } })
})

test('a redirect is not followed: the token is for this address alone', async () => {
  const asked: string[] = []
  const elsewhere = await serve((request, response) => {
    asked.push(String(request.headers.authorization))
    response.end('{}')
  })
  const client = createHttpClient({
    url: await serve((_request, response) => response.writeHead(302, { location: elsewhere }).end()),
    token: 'cs_secret',
  })
  await expect(client.me()).rejects.toMatchObject({ code: 'unavailable' })
  expect(asked).toEqual([])
})

test('a stream that ends is opened again, and one that is refused ends with the reason', async () => {
  const event = `data: ${JSON.stringify({ kind: 'run', id: '*', run: null })}\n\n`
  let opened = 0
  const url = await serve((_request, response) => {
    opened += 1
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(event)
  })
  const stop = new AbortController()
  const events: ChangeEvent[] = []
  const done = (async () => {
    for await (const change of createHttpClient({ url }).watch(stop.signal)) events.push(change)
  })()
  await vi.waitFor(() => expect(events).toHaveLength(2), 10_000)
  stop.abort()
  await done
  expect(opened).toBe(2)

  const signedOut = JSON.stringify({ error: { code: 'signed_out', message: 'You are signed out.', retryable: false, details: {} } })
  const refused = createHttpClient({ url: await serve(answerWith(401, signedOut)) }).watch(new AbortController().signal)
  await expect(refused[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'signed_out' })
})

test('events are read whole, however they are cut and whatever stands between them', async () => {
  const text = ': hello\r\n\r\nretry: 2000\n\ndata: {"a":\ndata: "é"}\n\nid: 7\r\ndata:2\r\n\r\ndata: unfinished'
  const bytes = new TextEncoder().encode(text)
  for (const size of [1, 3, 1_000]) {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
        controller.close()
      },
    })
    const read: string[] = []
    for await (const data of readEvents(body)) read.push(data)
    expect(read).toEqual(['{"a":\n"é"}', '2'])
  }
})
