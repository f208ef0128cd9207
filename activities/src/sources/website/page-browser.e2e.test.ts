import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { serve } from '../testing/serve.ts'
import { createWebClient } from '../web-client.ts'
import { CRAWL_LIMITS } from './crawl-limits.ts'
import { crawlSite, newCrawl } from './crawl-site.ts'
import { createPageBrowser } from './page-browser.ts'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const executablePath = process.env.CHROMIUM_PATH ?? PLACES.find((place) => existsSync(place)) ?? 'chromium'
const { signal } = new AbortController()
// As if 127.0.0.1 were on the public internet and the rest of 127/8 in somebody's own network.
const ask = createWebClient({ allowPrivate: false, isPublic: (address) => address === '127.0.0.1' })
const browser = createPageBrowser({ executablePath, ask })
afterAll(() => browser.close())

const frame = (script: string): string => `<!doctype html><html><body><div id="root"></div><script>${script}</script></body></html>`

test('a page that its scripts write is read as they wrote it, from what they fetched', async () => {
  const app = `fetch('/data.json', { method: 'POST', body: 'q' }).then((answer) => answer.json()).then(({ words }) => {
    document.getElementById('root').innerHTML = '<h1>' + words + '</h1><p>' + 'Written by a script after it was fetched. '.repeat(5) + '</p><a href="/next">next</a>'
  })`
  const { base, asked } = await serve((request, response) => {
    const path = request.url ?? ''
    if (path === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(frame(`import('/app.js')`))
    else if (path === '/app.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(app)
    else if (path === '/data.json') response.writeHead(200, { 'content-type': 'application/json' }).end(`{"words":"${request.method} é"}`)
    else response.writeHead(404).end()
  })
  const stored = new Map<string, string>()
  const put = async (bytes: Uint8Array) => {
    const hash = createHash('sha256').update(bytes).digest('hex')
    stored.set(hash, Buffer.from(bytes).toString())
    return { hash, bytes: bytes.byteLength }
  }
  const deps = { ask, blobs: { put }, openBrowser: () => createPageBrowser({ executablePath, ask }) }
  const limits = { ...CRAWL_LIMITS, depth: 1, delay: 0 }
  const progress = await crawlSite(deps, newCrawl(`${base}/`), { limits, pages: 9, time: 60_000, signal })
  expect(progress.pages).toMatchObject([{ url: `${base}/`, rendered: true, problem: null, charset: 'utf-8' }])
  expect(stored.get(progress.pages[0]?.hash ?? '')).toContain('<h1>POST é</h1>')
  // The link that the script wrote is followed like any other, and the page itself was asked for once.
  expect(progress.failed.map(({ url }) => url)).toEqual([`${base}/next`])
  expect(asked.filter((path) => path === '/')).toHaveLength(1)
})

test('no way that a page may try leads to a private address', async () => {
  const reached: string[] = []
  const inside = createServer((request, response) => {
    reached.push(request.url ?? '')
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('inside')
  })
  inside.on('upgrade', (_, socket) => {
    reached.push('socket')
    socket.destroy()
  })
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.2', resolve))
  const address = inside.address()
  const host = `127.0.0.2:${typeof address === 'object' ? address?.port : 0}`
  const { base } = await serve((_, response) => response.writeHead(302, { location: `http://${host}/redirected` }).end())
  const html = frame(`
    const say = (word) => { document.body.append(word + '; ') }
    const attempt = (name, promise) => promise.then(() => say('read ' + name), () => say('refused ' + name))
    attempt('fetch', fetch('http://${host}/fetched'))
    attempt('redirect', fetch('/redirect'))
    attempt('metadata', fetch('http://169.254.169.254/latest/meta-data/'))
    attempt('module', import('http://${host}/script.js'))
    attempt('socket', new Promise((resolve, reject) => { const s = new WebSocket('ws://${host}/socket'); s.onmessage = resolve; s.onclose = s.onerror = reject }))
    attempt('events', new Promise((resolve, reject) => { const s = new EventSource('http://${host}/events'); s.onopen = resolve; s.onerror = reject }))
    navigator.serviceWorker.register('http://${host}/worker.js')
    document.body.insertAdjacentHTML('beforeend', '<img src="http://${host}/image"><iframe src="http://${host}/frame"></iframe><link rel="stylesheet" href="http://${host}/style"><link rel="preconnect" href="http://${host}"><link rel="prefetch" href="http://${host}/prefetch">')
    navigator.sendBeacon('http://${host}/beacon', 'x')
    window.open('http://${host}/window')
    location.href = 'http://${host}/left'`)
  try {
    const shown = await browser.render({ url: `${base}/`, html, signal })
    for (const way of ['fetch', 'redirect', 'metadata', 'module']) expect(shown.html).toContain(`refused ${way};`)
    expect(shown.html).not.toMatch(/read \w+;/)
    expect(shown.refused).toContain(`http://${host}/fetched`)
    expect(shown.refused.join(' ')).toContain('169.254.169.254')
    expect(reached).toEqual([])
  } finally {
    inside.closeAllConnections()
    await new Promise((resolve) => inside.close(resolve))
  }
})

test('a page that stays empty says so, and one that never comes to rest ends', async () => {
  const { base } = await serve((_, response) => response.writeHead(404).end())
  const restless = frame(`setInterval(() => fetch('/more'), 50); document.body.append('something')`)
  expect((await browser.render({ url: `${base}/`, html: restless, signal })).html).toContain('something')
})

test('a cancelled run leaves the page', async () => {
  const cancel = new AbortController()
  const { base } = await serve((_, response) => {
    cancel.abort()
    response.writeHead(404).end()
  })
  const html = frame(`setInterval(() => fetch('/more'), 50)`)
  await expect(browser.render({ url: `${base}/`, html, signal: cancel.signal })).rejects.toThrow('aborted')
})

test('a browser that cannot be started is named', async () => {
  const missing = createPageBrowser({ executablePath: '/nowhere/chromium', ask })
  await expect(missing.render({ url: 'http://127.0.0.1/', html: frame(''), signal })).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('COUNTERSIGN_BROWSER'),
  })
})
