import { randomBytes } from 'node:crypto'
import type { LookupAddress } from 'node:dns'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { serve } from './testing/serve.ts'
import { createWebClient, type WebClientOptions, type WebRequest } from './web-client.ts'

const ask = (url: string, request: Partial<WebRequest> = {}, options: Partial<WebClientOptions> = {}) =>
  createWebClient({ allowPrivate: true, ...options })(url, { maxBytes: 1e6, signal: new AbortController().signal, ...request })

/** As if 127.0.0.1 were on the public internet and 127.0.0.2 in somebody's own network. Each name takes the given addresses in turn. */
function network(names: Record<string, string[]> = {}) {
  const looked: string[] = []
  const options: Partial<WebClientOptions> = {
    allowPrivate: false,
    isPublic: (address) => address === '127.0.0.1',
    lookup: (hostname, _, callback) => {
      looked.push(hostname)
      const given = names[hostname] ?? []
      const now = given.length > 1 ? given.shift() : given[0]
      const addresses: LookupAddress[] = now === undefined ? [] : now.split(' ').map((address) => ({ address, family: 4 }))
      callback(null, addresses)
    },
  }
  return { looked, options }
}

test('an answer tells its status, type, charset and mark, whatever the status', async () => {
  const { base } = await serve((_, response) => {
    response.writeHead(404, { 'content-type': 'Text/HTML; Charset="ISO-8859-1"', etag: '"a"' }).end('no')
  })
  const answer = await ask(`${base}/x`)
  expect(answer).toMatchObject({ status: 404, type: 'text/html', charset: 'ISO-8859-1', headers: { etag: '"a"' }, url: `${base}/x` })
  expect(Buffer.from(answer.bytes).toString()).toBe('no')
})

test('a body that nobody wants is not read', async () => {
  const { base } = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 5 * 1024 ** 3 }).flushHeaders()
  })
  expect(await ask(base, { wants: ({ type }) => type === 'text/html' })).toMatchObject({ type: 'video/mp4', bytes: new Uint8Array() })
})

test('what is posted arrives, and a see-other is followed by a get without it', async () => {
  const { base } = await serve((request, response) => {
    if (request.url === '/moved') response.writeHead(303, { location: '/echo' }).end()
    else {
      response.write(`${request.method} `)
      request.pipe(response)
    }
  })
  const post = { method: 'POST', body: '{"é":1}', headers: { 'content-type': 'application/json' } }
  expect(Buffer.from((await ask(`${base}/echo`, post)).bytes).toString()).toBe('POST {"é":1}')
  expect(Buffer.from((await ask(`${base}/moved`, post)).bytes).toString()).toBe('GET ')
})

test('a cookie is not sent on to another host', async () => {
  const { base, port } = await serve((request, response) => {
    if (request.url === '/away') response.writeHead(302, { location: `http://localhost:${port}/there` }).end()
    else response.end(request.headers.cookie ?? 'none')
  })
  const headers = { cookie: 'a=1' }
  expect(Buffer.from((await ask(`${base}/here`, { headers })).bytes).toString()).toBe('a=1')
  expect(Buffer.from((await ask(`${base}/away`, { headers })).bytes).toString()).toBe('none')
})

test.each(['http://169.254.169.254/latest/meta-data/', 'http://[fd00:ec2::254]/', 'http://127.0.0.2:9/', 'http://2130706434/'])(
  'a redirect to %s is refused before anything connects',
  async (target) => {
    const { base, asked } = await serve((_, response) => response.writeHead(302, { location: target }).end())
    await expect(ask(base, {}, network().options)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('not on the public internet'),
    })
    expect(asked).toEqual(['/'])
  },
)

test('a name that moves to a private address between two hops is refused at the second', async () => {
  const { options, looked } = network({ 'moves.test': ['127.0.0.1', '127.0.0.2'] })
  const { port, asked } = await serve((_, response) => response.writeHead(302, { location: '/again' }).end())
  await expect(ask(`http://moves.test:${port}/`, {}, options)).rejects.toMatchObject({ code: 'invalid_input' })
  expect({ asked, looked }).toEqual({ asked: ['/'], looked: ['moves.test', 'moves.test'] })
})

test('a name is asked for once for each hop, and what was checked is connected to', async () => {
  const { options, looked } = network({ 'moves.test': ['127.0.0.1', '127.0.0.2'] })
  const { port } = await serve((request, response) => response.end(request.socket.localAddress))
  expect(Buffer.from((await ask(`http://moves.test:${port}/`, {}, options)).bytes).toString()).toBe('127.0.0.1')
  expect(looked).toEqual(['moves.test'])
})

test('of a name with several addresses only the public ones are used', async () => {
  const { options } = network({ 'mixed.test': ['127.0.0.2 127.0.0.1'], 'inside.test': ['127.0.0.2'] })
  const { port } = await serve((request, response) => response.end(request.socket.localAddress))
  expect(Buffer.from((await ask(`http://mixed.test:${port}/`, {}, options)).bytes).toString()).toBe('127.0.0.1')
  await expect(ask(`http://inside.test:${port}/`, {}, options)).rejects.toMatchObject({ code: 'invalid_input' })
})

test('a redirect that leads to itself ends', async () => {
  const { base, asked } = await serve((_, response) => response.writeHead(301, { location: '/' }).end())
  await expect(ask(base)).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining('redirects more than 5 times') })
  expect(asked).toHaveLength(6)
})

test('whoever asks may refuse a hop', async () => {
  const { base, asked } = await serve((_, response) => response.writeHead(301, { location: '/private' }).end())
  const onHop = ({ pathname }: URL): void => {
    if (pathname === '/private') throw new Error('not there')
  }
  await expect(ask(base, { onHop })).rejects.toThrow('not there')
  expect(asked).toEqual(['/'])
})

test('five gigabytes are refused by their announced length', async () => {
  const { base } = await serve((_, response) => {
    response.writeHead(200, { 'content-length': 5 * 1024 ** 3 }).write('x')
  })
  await expect(ask(base)).rejects.toMatchObject({ code: 'too_large' })
})

test.each([false, true])('five gigabytes without a length end at the limit, and the connection with them (packed: %s)', async (packed) => {
  let sent = 0
  let closed = false
  const block = Buffer.alloc(256 * 1024, packed ? gzipSync(Buffer.alloc(4e6)) : 'x')
  const { base } = await serve((_, response) => {
    response.writeHead(200, packed ? { 'content-encoding': 'gzip' } : {})
    const more = (): void => {
      while (sent < 5 * 1024 ** 3 && !response.destroyed) {
        sent += block.byteLength
        if (!response.write(block)) break
      }
    }
    response.on('drain', more).on('close', () => {
      closed = true
    })
    more()
  })
  await expect(ask(base)).rejects.toMatchObject({ code: 'too_large' })
  await expect.poll(() => closed).toBe(true)
  expect(sent).toBeLessThan(64 * 1024 ** 2)
})

test.each([false, true])('a server that gives a byte now and then is left when the time is up (packed: %s)', async (packed) => {
  let closed = false
  const bytes = packed ? gzipSync(randomBytes(1000)) : Buffer.alloc(1000, 'x')
  const { base } = await serve((_, response) => {
    let at = 0
    response.writeHead(200, packed ? { 'content-encoding': 'gzip' } : {})
    const drip = setInterval(() => response.write(bytes.subarray(at++, at)), 20)
    response.on('close', () => {
      clearInterval(drip)
      closed = true
    })
  })
  await expect(ask(base, { timeout: 300 })).rejects.toMatchObject({ code: 'unavailable', retryable: true })
  await expect.poll(() => closed).toBe(true)
})

test('a certificate that nobody signed is named, and no retry helps', async () => {
  const { base, asked } = await serve((_, response) => response.end('secret'), { tls: true })
  await expect(ask(base)).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('certificate'),
    details: { reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
  })
  expect(asked).toEqual([])
})
