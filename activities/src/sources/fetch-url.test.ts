import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { isPublicAddress } from '@countersign/db'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFetchUrl } from './fetch-url.ts'

let base = ''
const server = createServer(answer)
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  base = typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : ''
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

function answer(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? ''
  const hops = Number(/^\/hop\/(\d+)/.exec(path)?.[1] ?? Number.NaN)
  if (hops > 0) response.writeHead(302, { location: `/hop/${hops - 1}` }).end()
  else if (path === '/to-file') response.writeHead(302, { location: 'file:///etc/passwd' }).end()
  else if (path === '/named')
    response.writeHead(200, { 'content-disposition': "attachment; filename*=UTF-8''rapport%20d%C3%A9.pdf" }).end('x')
  else if (path === '/zipped') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('y'.repeat(5000)))
  else if (path === '/silent') response.flushHeaders()
  else if (/^\/\d{3}$/.test(path)) response.writeHead(Number(path.slice(1))).end()
  else response.writeHead(200).end('hello')
}

const get = (url: string, { allowPrivate = true, maxBytes = 1000, timeout = 5000, signal = new AbortController().signal } = {}) =>
  createFetchUrl({ allowPrivate, timeout })(url, { maxBytes, signal })

describe('a file', () => {
  test('comes with its bytes and a name', async () => {
    expect(await get(`${base}/docs/a%20b.txt`)).toMatchObject({ bytes: Buffer.from('hello'), name: 'a b.txt' })
    expect(await get(`${base}/named`)).toMatchObject({ name: 'rapport dé.pdf' })
  })

  test('is found behind five redirects, not behind six', async () => {
    expect(await get(`${base}/hop/5`)).toMatchObject({ url: `${base}/hop/0` })
    await expect(get(`${base}/hop/6`)).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining('redirects') })
  })

  test('that is larger than the limit is given up, also where it was sent compressed', async () => {
    await expect(get(`${base}/zipped`)).rejects.toMatchObject({ code: 'too_large' })
    expect((await get(`${base}/zipped`, { maxBytes: 5000 })).bytes.length).toBe(5000)
  })

  test('that does not come in time is worth another try', async () => {
    await expect(get(`${base}/silent`, { timeout: 200 })).rejects.toMatchObject({ code: 'unavailable', retryable: true })
  })

  test.each([
    [404, 'not_found'],
    [410, 'not_found'],
    [403, 'invalid_input'],
    [429, 'unavailable'],
    [503, 'unavailable'],
  ])('whose server answers %i is %s', async (status, code) => {
    await expect(get(`${base}/${status}`)).rejects.toMatchObject({ code })
  })
})

describe('an address', () => {
  test.each(['ftp://example.org/x', 'file:///etc/passwd', 'nonsense', 'https://user:secret@example.org/'])(
    'like %s is refused',
    async (url) => {
      await expect(get(url)).rejects.toMatchObject({ code: 'invalid_input' })
    },
  )

  test('that redirects to a file of this machine is refused', async () => {
    await expect(get(`${base}/to-file`)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('on a private network is refused unless that is allowed, by number and by name', async () => {
    const port = new URL(base).port
    for (const url of [
      base,
      `http://localhost:${port}/`,
      `http://[::1]:${port}/`,
      'http://169.254.169.254/latest',
      `http://2130706433:${port}/`,
    ]) {
      await expect(get(url, { allowPrivate: false })).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining('COUNTERSIGN_ALLOW_PRIVATE_URLS'),
      })
    }
  })

  test.each([
    ['8.8.8.8', true],
    ['2606:4700::1111', true],
    ['127.0.0.1', false],
    ['10.1.2.3', false],
    ['172.31.0.1', false],
    ['192.168.1.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['0.0.0.0', false],
    ['224.0.0.1', false],
    ['::1', false],
    ['::', false],
    ['fe80::1', false],
    ['fd00::1', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:7f00:1', false],
    ['64:ff9b::7f00:1', false],
    ['localhost', false],
  ])('%s is public: %s', (address, expected) => {
    expect(isPublicAddress(address)).toBe(expected)
  })
})
