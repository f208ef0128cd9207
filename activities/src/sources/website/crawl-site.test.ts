import { createHash } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { serve } from '../testing/serve.ts'
import { createWebClient, type WebClient, type WebClientOptions } from '../web-client.ts'
import { CRAWL_LIMITS, type CrawlLimits } from './crawl-limits.ts'
import type { CrawlProgress } from './crawl-progress.ts'
import { crawlSite, newCrawl } from './crawl-site.ts'

/** Answers by path: HTML as it is, or a status, a type, a redirect. */
type Answer = string | { status?: number; type?: string; to?: string; body?: string | Uint8Array }

const site = (answers: Record<string, Answer>): RequestListener => {
  return (request, response) => {
    const given = answers[request.url ?? '']
    if (given === undefined) response.writeHead(404).end('nothing')
    else if (typeof given === 'string') response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(given)
    else if (given.to !== undefined) response.writeHead(given.status ?? 302, { location: given.to }).end()
    else response.writeHead(given.status ?? 200, { 'content-type': given.type ?? 'text/html' }).end(given.body)
  }
}

const page = (text: string, links: string[] = [], head = ''): string =>
  `<html><head><title>${text}</title>${head}</head><body><p>${`${text}: a page with enough words to be read as it is. `.repeat(2)}</p>
   ${links.map((link) => `<a href="${link}">to ${link}</a>`).join(' ')}</body></html>`

function deps(options: Partial<WebClientOptions> = {}) {
  const stored = new Map<string, Uint8Array>()
  const put = async (bytes: Uint8Array) => {
    const hash = createHash('sha256').update(bytes).digest('hex')
    stored.set(hash, bytes)
    return { hash, bytes: bytes.byteLength }
  }
  return { stored, deps: { ask: createWebClient({ allowPrivate: true, ...options }), blobs: { put }, openBrowser: null } }
}

const quick: CrawlLimits = { ...CRAWL_LIMITS, delay: 0 }
const signal = new AbortController().signal
const crawl = (url: string, limits: Partial<CrawlLimits> = {}, more: Partial<WebClientOptions> = {}): Promise<CrawlProgress> =>
  crawlSite(deps(more).deps, newCrawl(url), { limits: { ...quick, ...limits }, pages: 1000, time: 60_000, signal })

const paths = (progress: CrawlProgress, base: string) => ({
  pages: progress.pages.map(({ url }) => url.replace(base, '')),
  skipped: progress.skipped.map(({ url, why }) => `${url.replace(base, '')} ${why}`),
  failed: progress.failed.map(({ url, code }) => `${url.replace(base, '')} ${code}`),
  ended: progress.ended,
})

test('a page that asks not to be kept is left out while its links are followed; as the first page it is refused', async () => {
  const { base } = await serve(
    site({
      '/': page('home', ['/hidden', '/b']),
      '/hidden': page('hidden', ['/deep'], '<meta name="robots" content="noindex">'),
      '/b': page('b'),
      '/deep': page('deep'),
    }),
  )
  const found = paths(await crawl(`${base}/`, { depth: 2 }), base)
  expect(found).toMatchObject({ pages: ['/', '/b', '/deep'], skipped: ['/hidden disallowed_by_site'] })
  await expect(crawl(`${base}/hidden`)).rejects.toMatchObject({ code: 'disallowed_by_site', message: expect.stringContaining('noindex') })
})

describe('how far a crawl goes', () => {
  const answers = { '/': page('home', ['/a', '/b']), '/a': page('a', ['/a/deep']), '/b': page('b'), '/a/deep': page('deep') }

  test('one page unless more is asked for, without a sitemap', async () => {
    const { base, asked } = await serve(site(answers))
    expect(paths(await crawl(`${base}/`), base)).toEqual({ pages: ['/'], skipped: [], failed: [], ended: 'done' })
    expect(asked).toEqual(['/robots.txt', '/'])
  })

  test('as many links away as asked for', async () => {
    const { base } = await serve(site(answers))
    expect(paths(await crawl(`${base}/`, { depth: 1 }), base).pages).toEqual(['/', '/a', '/b'])
    expect(paths(await crawl(`${base}/`, { depth: 2 }), base).pages).toEqual(['/', '/a', '/b', '/a/deep'])
  })

  test('no more pages than the limit, and it says that this ended it', async () => {
    const { base } = await serve(site(answers))
    const progress = await crawl(`${base}/`, { depth: 2, pages: 2 })
    expect(paths(progress, base)).toMatchObject({ pages: ['/', '/a'], ended: 'pages' })
    expect(progress.queue.map(({ url }) => url)).toEqual([`${base}/b`, `${base}/a/deep`])
  })

  test('no longer than the limit, and it says so', async () => {
    const { base } = await serve(site({ ...answers, '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nCrawl-delay: 100' } }))
    const progress = await crawl(`${base}/`, { depth: 1, time: 5000 })
    expect(paths(progress, base)).toMatchObject({ pages: ['/'], ended: 'time' })
  })

  test('window by window: what a window has read is not asked for again', async () => {
    const { base, asked } = await serve(site(answers))
    const { deps: own } = deps()
    const limits = { ...quick, depth: 2 }
    let progress = newCrawl(`${base}/`)
    while (progress.ended === null) {
      const done = await crawlSite(own, progress, { limits, pages: 1, time: 60_000, signal })
      // As after a kill: the same window a second time, from what was kept.
      expect(progress.pages.length).toBe(done.pages.length - 1)
      progress = JSON.parse(JSON.stringify(done))
    }
    expect(progress.pages).toHaveLength(4)
    expect(asked.filter((path) => path !== '/sitemap.xml')).toEqual(['/robots.txt', '/', '/a', '/b', '/a/deep'])
  })
})

describe('one site alone', () => {
  test('links and redirects to others are not followed; other ports and subdomains are others', async () => {
    const other = await serve(site({ '/': page('other') }))
    const links = [`${other.base}/`, 'https://example.org/', '/away', 'mailto:ann@example.org']
    const { base } = await serve(site({ '/': page('home', links), '/away': { to: `${other.base}/` } }))
    expect(paths(await crawl(`${base}/`, { depth: 1 }), base)).toMatchObject({ pages: ['/'], skipped: ['/away elsewhere'] })
    expect(other.asked).toEqual([])
  })

  test('is the one where the first page really is', async () => {
    const { port, base } = await serve(site({ '/old': { to: '/new/' }, '/new/': page('new', ['b', '/old']), '/new/b': page('b') }))
    const lookup: WebClientOptions['lookup'] = (_, __, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }])
    const start = await serve(site({ '/': { to: `http://www.moved.test:${port}/old` } }))
    const progress = await crawl(`${start.base}/`, { depth: 1 }, { lookup })
    expect(progress.site).toBe(`moved.test:${port}`)
    expect(paths(progress, `http://www.moved.test:${port}`).pages).toEqual(['/new/', '/new/b'])
    expect(base).toContain(String(port))
  })

  test('a private address behind a link or a redirect is refused by the client, also here', async () => {
    const { port, base } = await serve(site({ '/': page('home', ['/meta']), '/meta': { to: 'http://169.254.169.254/latest/' } }))
    const progress = await crawl(`http://127.0.0.1:${port}/`, { depth: 1 }, { allowPrivate: false, isPublic: (ip) => ip === '127.0.0.1' })
    expect(paths(progress, base)).toMatchObject({ pages: ['/'], skipped: ['/meta elsewhere'] })
    await expect(crawl('http://169.254.169.254/latest/', {}, { allowPrivate: false })).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

describe('what a site asks of programs', () => {
  const robots = (body: string) => ({ '/robots.txt': { type: 'text/plain', body } })

  test('the first page is an error where it is disallowed, others are left out', async () => {
    const rules = robots('User-agent: *\nDisallow: /private\n\nUser-agent: countersign\nDisallow: /inner\nAllow: /inner/open')
    const links = ['/inner/x', '/inner/open', '/private']
    const { base, asked } = await serve(
      site({ ...rules, '/': page('home', links), '/inner/open': page('open'), '/private': page('for others') }),
    )
    const progress = await crawl(`${base}/`, { depth: 1 })
    expect(paths(progress, base)).toMatchObject({ pages: ['/', '/inner/open', '/private'], skipped: ['/inner/x disallowed_by_site'] })
    await expect(crawl(`${base}/inner/x`)).rejects.toMatchObject({ code: 'disallowed_by_site', retryable: false })
    expect(asked).not.toContain('/inner/x')
  })

  test('also where a redirect leads to a disallowed page', async () => {
    const { base, asked } = await serve(site({ ...robots('User-agent: *\nDisallow: /b'), '/a': { to: '/b' }, '/b': page('b') }))
    await expect(crawl(`${base}/a`)).rejects.toMatchObject({ code: 'disallowed_by_site' })
    expect(asked).not.toContain('/b')
  })

  test('a site whose rules cannot be had now is asked later, nothing is read before', async () => {
    const { base, asked } = await serve(site({ '/robots.txt': { status: 503 }, '/': page('home') }))
    await expect(crawl(`${base}/`)).rejects.toMatchObject({ code: 'unavailable', retryable: true })
    expect(asked).toEqual(['/robots.txt'])
  })

  test('requests keep their distance, the longer of ours and the site’s', async () => {
    const answers = { '/': page('home', ['/a', '/b']), '/a': page('a'), '/b': page('b') }
    const { deps: own } = deps()
    const distances = async (more: Record<string, Answer>): Promise<number[]> => {
      const { base, asked } = await serve(site({ ...answers, ...more }))
      const sent: number[] = []
      const ask: WebClient = async (url, request) => {
        const onHop = async (hop: URL): Promise<void> => {
          await request.onHop?.(hop)
          sent.push(performance.now())
        }
        return await own.ask(url, { ...request, onHop })
      }
      await crawlSite({ ...own, ask }, newCrawl(`${base}/`), { limits: { ...quick, depth: 1, delay: 100 }, pages: 9, time: 60_000, signal })
      expect(asked).toEqual(['/robots.txt', '/', '/sitemap.xml', '/a', '/b'])
      return sent.slice(2).map((time, at) => time - (sent[at + 1] ?? 0))
    }
    // Timers may fire a millisecond early.
    for (const distance of await distances({})) expect(distance).toBeGreaterThan(98)
    for (const distance of await distances(robots('User-agent: *\nCrawl-delay: 0.3'))) expect(distance).toBeGreaterThan(298)
  })

  test('links marked nofollow are not followed', async () => {
    const meta = '<meta name="Robots" content="NOFOLLOW">'
    const marked = page('home').replace('</body>', '<a rel="ugc nofollow" href="/a">a</a><a href="/b">b</a></body>')
    const { base } = await serve(site({ '/': marked, '/a': page('a'), '/b': page('b', ['/c'], meta), '/c': page('c') }))
    expect(paths(await crawl(`${base}/`, { depth: 3 }), base).pages).toEqual(['/', '/b'])
  })
})

describe('sitemaps', () => {
  const urls = (...locations: string[]) =>
    `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locations.map((location) => `<url><loc> ${location} </loc></url>`).join('')}</urlset>`

  test('an index, a packed one and one in plain lines name pages that nothing links to', async () => {
    const answers: Record<string, Answer> = { '/': page('home'), '/a': page('a'), '/b&c': page('b'), '/d': page('d') }
    const { base } = await serve(site(answers))
    answers['/robots.txt'] = { type: 'text/plain', body: `Sitemap: ${base}/index.xml\nSitemap: https://example.org/other.xml` }
    const index = ['/one.xml.gz', '/two.txt', '/gone.xml'].map((file) => `<sitemap><loc>${base}${file}</loc></sitemap>`).join('')
    answers['/index.xml'] = { type: 'application/xml', body: `<sitemapindex>${index}</sitemapindex>` }
    answers['/one.xml.gz'] = { type: 'application/gzip', body: gzipSync(urls(`${base}/a`, `${base}/b&amp;c`, 'https://example.org/')) }
    answers['/two.txt'] = { type: 'text/plain', body: `${base}/d\n${base}/a\n` }
    expect(paths(await crawl(`${base}/`, { depth: 1 }), base)).toMatchObject({ pages: ['/', '/a', '/b&c', '/d'], failed: [] })
  })

  test('one that unpacks to more than fits is left alone', async () => {
    const { base } = await serve(
      site({ '/': page('home'), '/sitemap.xml': { type: 'application/gzip', body: gzipSync(Buffer.alloc(40_000_000, ' ')) } }),
    )
    expect(paths(await crawl(`${base}/`, { depth: 1 }), base)).toMatchObject({ pages: ['/'], ended: 'done' })
  })
})

describe('the same page twice', () => {
  test('is read once, whatever its address', async () => {
    const links = ['/a/', '/a#part', '/a?utm_source=x', '/alias', '/copy', '/print?of=a']
    const a = page('a', [], '<link rel="canonical" href="/a">')
    const { base, asked } = await serve(
      site({
        '/': page('home', links),
        '/a/': a,
        '/alias': { to: '/a' },
        '/copy': a,
        '/print?of=a': page('a for printing', [], '<link rel="canonical" href="/a">'),
      }),
    )
    expect(paths(await crawl(`${base}/`, { depth: 1 }), base)).toMatchObject({
      pages: ['/', '/a/'],
      skipped: ['/alias duplicate', '/copy duplicate', '/print?of=a duplicate'],
    })
    expect(asked.filter((path) => path.startsWith('/a'))).toEqual(['/a/', '/alias', '/a'])
  })
})

describe('pages that cannot be read', () => {
  test('are named, and the others are read', async () => {
    let calls = 0
    const answers = site({ '/': page('home', ['/gone', '/broken', '/huge', '/late']), '/broken': { status: 500 }, '/late': page('late') })
    const { base, asked } = await serve((request, response) => {
      if (request.url === '/huge') response.writeHead(200, { 'content-type': 'text/html', 'content-length': 5 * 1024 ** 3 }).write('x')
      else if (request.url === '/late' && calls++ === 0) response.writeHead(503).end()
      else answers(request, response)
    })
    expect(paths(await crawl(`${base}/`, { depth: 1 }), base)).toEqual({
      pages: ['/', '/late'],
      failed: ['/gone not_found', '/huge too_large', '/broken unavailable'],
      skipped: [],
      ended: 'done',
    })
    expect(asked.filter((path) => path === '/broken')).toHaveLength(2)
  })

  test('the first one is an error that fits', async () => {
    const { base } = await serve(site({ '/file': { type: 'application/pdf', body: '%PDF-1.7' }, '/loop': { to: '/loop' } }))
    await expect(crawl(`${base}/nothing`)).rejects.toMatchObject({ code: 'not_found' })
    await expect(crawl(`${base}/loop`)).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining('redirects') })
    await expect(crawl(`${base}/file`)).rejects.toMatchObject({
      code: 'kind_mismatch',
      message: expect.stringMatching(/no web page.*application\/pdf/),
    })
  })

  test('documents are listed and not fetched, also where only their type tells', async () => {
    const { base, asked } = await serve(
      site({ '/': page('home', ['/a.pdf', '/download', '/logo.png']), '/download': { type: 'application/pdf', body: '%PDF-1.7' } }),
    )
    expect(paths(await crawl(`${base}/`, { depth: 1 }), base)).toMatchObject({
      pages: ['/'],
      skipped: ['/a.pdf document', '/download no_page'],
    })
    expect(asked).not.toContain('/a.pdf')
  })

  test('one that is empty without its scripts says so, and what to set', async () => {
    const { base } = await serve(site({ '/': '<html><body><div id="root"></div><script src="/app.js"></script></body></html>' }))
    const [first] = (await crawl(`${base}/`)).pages
    expect(first).toMatchObject({ rendered: false, problem: expect.stringContaining('COUNTERSIGN_BROWSER') })
  })
})
