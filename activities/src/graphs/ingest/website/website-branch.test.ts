import type { RequestListener } from 'node:http'
import { listPages } from '@countersign/db'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from '../../../sources/testing/serve.ts'
import { createWebClient } from '../../../sources/web-client.ts'
import { createIngestHarness, type IngestHarness, TENANT } from '../testing/ingest-harness.ts'

let harness: IngestHarness
beforeAll(async () => {
  harness = await createIngestHarness()
})
afterAll(() => harness.close())
const web = createWebClient({ allowPrivate: true })

const html = (
  title: string,
  links: string[],
  words = 'Boilers are checked each year before the heating season begins, and the result is written down.',
) =>
  `<html><head><title>${title}</title></head><body><h1>${title}</h1><p>${title}: ${words}</p>${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}</body></html>`

const answering =
  (pages: Record<string, string>): RequestListener =>
  (request, response) => {
    const page = pages[request.url ?? '']
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(page ?? '')
  }

const pagesOf = async ({ document, hash }: Record<string, unknown>) =>
  await listPages(harness.deps.db, { tenant: TENANT, document: String(document), hash: String(hash) })

test('a website becomes a document with a page for each address, and those that failed by number', async () => {
  const links = ['/a', '/gone', '/b']
  const { base } = await serve(
    answering({ '/': html('Home', links), '/a': html('Boilers', []), '/b': html('Pumps', ['/c']), '/c': html('Deep', []) }),
  )
  const { input, config } = harness.address(`${base}/`, { depth: 1 })
  const graph = harness.graph({ web })
  const state = await graph.invoke(input, config)
  expect(state).toMatchObject({
    input_type: 'website',
    kind: 'website',
    title: 'Home',
    pages: 4,
    crawl: { ended: 'done', read: 3, left: 0 },
    failed: [{ part: 4, code: 'not_found' }],
    doubts: expect.arrayContaining([expect.stringContaining('address 4 could not be read')]),
  })
  const pages = await pagesOf(state)
  expect(pages.map(({ facts }) => [facts.url?.replace(base, ''), facts.reading, facts.title])).toEqual([
    ['/', 'text', 'Home'],
    ['/a', 'text', 'Boilers'],
    ['/b', 'text', 'Pumps'],
    ['/gone', 'failed', undefined],
  ])
  expect(pages[1]?.text).toMatch(/^# Boilers\n\nBoilers: Boilers are checked/)
})

test('a long crawl goes window by window, and ends at its limit with what is left', async () => {
  const pages = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`/${at}`, html(`Page ${at}`, [`/${at + 1}`, `/${at + 2}`])]))
  const { base, asked } = await serve(answering(pages))
  const { input, config } = harness.address(`${base}/0`, { depth: 20 })
  const graph = harness.graph({ web, crawl: { ...harness.deps.crawl, pages: 12 } })
  const visits: number[] = []
  for await (const update of await graph.stream(input, { ...config, streamMode: 'updates' })) {
    if ('website_crawler' in update) visits.push(update.website_crawler.crawl.read)
  }
  expect(visits).toEqual([5, 10, 12])
  expect((await graph.getState(config)).values).toMatchObject({ pages: 12, crawl: { ended: 'pages', left: 2 } })
  expect(asked.filter((path) => /^\/\d/.test(path))).toHaveLength(12)
})

test('a website of which nothing can be read is an error that says why, and a retry begins anew', async () => {
  const pages: Record<string, string> = { '/': '<html><body><div id="app"></div><script src="/app.js"></script></body></html>' }
  const { base } = await serve(answering(pages))
  const { input, config } = harness.address(`${base}/`, { claimed: 'website' })
  const graph = harness.graph({ web })
  await expect(graph.invoke(input, config)).rejects.toMatchObject({
    code: 'no_text',
    message: expect.stringContaining('COUNTERSIGN_BROWSER'),
    details: { node: 'website_content_cleaner' },
  })
  pages['/'] = html('Now there', [])
  const again = { configurable: { ...config.configurable, countersign: { ...config.configurable.countersign, attempt: 2 } } }
  expect(await graph.invoke(null, again)).toMatchObject({ title: 'Now there', error: null, failed: [], pages: 1 })
})

test.each([
  ['/private', 'disallowed_by_site'],
  ['/nothing', 'not_found'],
  ['http://169.254.169.254/latest/', 'invalid_input'],
])('%s is an error of the crawler: %s', async (path, code) => {
  const { base } = await serve((request, response) => {
    if (request.url === '/robots.txt') response.end('User-agent: *\nDisallow: /private')
    else response.writeHead(404).end()
  })
  const url = new URL(path, base).href
  const { input, config } = harness.address(url, { claimed: 'website' })
  const asked = url.startsWith(base) ? web : createWebClient({ allowPrivate: false })
  await expect(harness.graph({ web: asked }).invoke(input, config)).rejects.toMatchObject({ code, details: { node: 'website_crawler' } })
})
