import { setTimeout as wait } from 'node:timers/promises'
import type { BlobStore } from '@countersign/db'
import { CountersignError } from '@countersign/workflows/contract'
import { decodeHtml } from '../parse-html.ts'
import { isSuccess, refusedAnswer, type WebAnswer, type WebClient, type WebHead } from '../web-client.ts'
import { type CrawlLimits, MAX_PAGE_BYTES, MAX_QUEUE, PAGE_TIMEOUT } from './crawl-limits.ts'
import type { CrawledPage, CrawlProgress } from './crawl-progress.ts'
import { linkTarget, pageKey, siteOf } from './page-address.ts'
import type { PageBrowser } from './page-browser.ts'
import { type PageHead, readPageHead } from './page-links.ts'
import { readRobotsHeader } from './robots-words.ts'
import { fetchRobots, readRobots, type SiteRules } from './site-rules.ts'
import { fetchSitemaps } from './sitemap.ts'

export interface CrawlDeps {
  ask: WebClient
  blobs: Pick<BlobStore, 'put'>
  /** For pages that are empty before their scripts run; null where none is configured. */
  openBrowser: (() => PageBrowser) | null
}

export interface CrawlWindow {
  limits: CrawlLimits
  /** Pages to read before it answers, and milliseconds after which it begins no other. */
  pages: number
  time: number
  signal: AbortSignal
}

/** A crawl of the site that an address is on, before its first step. */
export function newCrawl(start: string): CrawlProgress {
  const queue = [{ url: start, depth: 0, again: false }]
  const nothing = { seen: [pageKey(start)], pages: [], failed: [], skipped: [], robots: {} }
  return { start, site: siteOf(start), queue, ...nothing, elapsed: 0, ended: null }
}

/**
 * Reads the next pages of a site, one request at a time, and answers where the crawl stands then; what it was given stays as it was, so
 * that a window can be done again. Pages that cannot be read are named in it. Errors, of the first page alone: `disallowed_by_site`,
 * `kind_mismatch` (no web page), `not_found`, `invalid_input`, `too_large`, and `unavailable` (worth a retry).
 */
export async function crawlSite(deps: CrawlDeps, before: CrawlProgress, window: CrawlWindow): Promise<CrawlProgress> {
  const crawl = new Crawl(deps, structuredClone(before), window)
  try {
    return await crawl.run()
  } finally {
    await crawl.close()
  }
}

/** A page that is left out, and no failure. */
class LeftOut extends Error {
  readonly why: CrawlProgress['skipped'][number]['why']
  constructor(why: LeftOut['why']) {
    super(why)
    this.why = why
  }
}
class TimeIsUp extends Error {}

type Item = CrawlProgress['queue'][number]

class Crawl {
  readonly #deps: CrawlDeps
  readonly #progress: CrawlProgress
  readonly #window: CrawlWindow
  readonly #seen: Set<string>
  readonly #began = performance.now()
  #browser: PageBrowser | null = null
  /** When the site was last asked for something. */
  #asked: number

  constructor(deps: CrawlDeps, progress: CrawlProgress, window: CrawlWindow) {
    this.#deps = deps
    this.#progress = progress
    this.#window = window
    this.#seen = new Set(progress.seen)
    this.#asked = progress.pages.length === 0 ? Number.NEGATIVE_INFINITY : this.#began
  }

  async run(): Promise<CrawlProgress> {
    const progress = this.#progress
    const enough = Math.min(progress.pages.length + this.#window.pages, this.#window.limits.pages)
    while (progress.pages.length < enough && progress.queue.length > 0 && this.#left() > 0 && this.#spent() < this.#window.time)
      await this.#next()
    progress.seen = [...this.#seen]
    progress.elapsed += this.#spent()
    if (progress.elapsed >= this.#window.limits.time) progress.ended = 'time'
    else if (progress.queue.length === 0) progress.ended = 'done'
    else if (progress.pages.length >= this.#window.limits.pages) progress.ended = 'pages'
    return progress
  }

  async close(): Promise<void> {
    await this.#browser?.close()
  }

  #spent(): number {
    return performance.now() - this.#began
  }

  #left(): number {
    return this.#window.limits.time - this.#progress.elapsed - this.#spent()
  }

  async #next(): Promise<void> {
    const progress = this.#progress
    const item = progress.queue.shift()
    if (item === undefined) return
    try {
      await this.#read(item)
      if (item.depth === 0 && this.#window.limits.depth > 0) await this.#askSitemaps()
    } catch (error) {
      if (error instanceof LeftOut) progress.skipped.push({ url: item.url, why: error.why })
      else if (error instanceof TimeIsUp) this.#stop(item)
      else if (!(error instanceof CountersignError) || item.depth === 0) throw error
      else if (error.retryable && !item.again) progress.queue.push({ ...item, again: true })
      else progress.failed.push({ url: item.url, code: error.code, problem: error.message })
    }
  }

  #stop(item: Item): void {
    const { pages, queue } = this.#progress
    // The first page may have been read, and its time have gone by at the sitemaps.
    if (item.depth > 0 || pages.length === 0) queue.unshift(item)
    this.#progress.elapsed = Math.max(this.#progress.elapsed, this.#window.limits.time)
  }

  async #read(item: Item): Promise<void> {
    const progress = this.#progress
    const answer = await this.#fetch(item)
    if (item.depth === 0) progress.site = siteOf(answer.url)
    const key = pageKey(answer.url)
    if (key !== pageKey(item.url) && this.#seen.has(key)) throw new LeftOut('duplicate')
    this.#seen.add(key)
    if (!isSuccess(answer)) throw refusedAnswer(answer)
    if (!isPage(answer)) throw item.depth === 0 ? noPage(answer) : new LeftOut('no_page')
    const { bytes: content, head, ...page } = await this.#content(answer)
    const asked = readRobotsHeader(answer.headers)
    if (item.depth < this.#window.limits.depth && !asked.nofollow) this.#enqueue(head.links, item.depth + 1)
    if (asked.noindex || head.noindex) throw item.depth === 0 ? notForSearch(answer.url) : new LeftOut('disallowed_by_site')
    if (this.#isCopy(head.canonical, key)) throw new LeftOut('duplicate')
    const { hash, bytes } = await this.#deps.blobs.put(content, 'text/html')
    if (page.problem === null && progress.pages.some((other) => other.hash === hash)) throw new LeftOut('duplicate')
    progress.pages.push({ ...page, url: answer.url, hash, bytes, title: head.title, status: answer.status })
  }

  async #fetch(item: Item): Promise<WebAnswer> {
    const isFirst = item.depth === 0
    return await this.#deps.ask(item.url, {
      maxBytes: MAX_PAGE_BYTES,
      signal: this.#window.signal,
      timeout: PAGE_TIMEOUT,
      headers: { accept: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1' },
      wants: (head) => isSuccess(head) && isPage(head),
      onHop: async ({ href }) => {
        if (!isFirst && siteOf(href) !== this.#progress.site) throw new LeftOut('elsewhere')
        const rules = await this.#rules(href)
        if (!rules.allows(href)) throw isFirst ? disallowed(href) : new LeftOut('disallowed_by_site')
        await this.#turn(rules.delay)
      },
    })
  }

  async #rules(url: string): Promise<SiteRules> {
    const { origin } = new URL(url)
    const { robots } = this.#progress
    robots[origin] ??= await fetchRobots(this.#deps.ask, origin, this.#window.signal)
    return readRobots(origin, robots[origin])
  }

  /** Waits until the site may be asked again. */
  async #turn(delay: number): Promise<void> {
    const pause = this.#asked + Math.max(delay, this.#window.limits.delay) - performance.now()
    if (pause >= this.#left()) throw new TimeIsUp()
    if (pause > 0) await wait(pause, undefined, { signal: this.#window.signal })
    this.#asked = performance.now()
  }

  /** The page as it came, or as its scripts make it. */
  async #content(
    answer: WebAnswer,
  ): Promise<Pick<CrawledPage, 'charset' | 'rendered' | 'problem'> & { bytes: Uint8Array; head: PageHead }> {
    const { url, charset, bytes } = answer
    const html = decodeHtml(bytes, charset)
    const head = readPageHead(html, url)
    const asItCame = { bytes, head, charset, rendered: false }
    if (!head.needsScripts) return { ...asItCame, problem: null }
    this.#browser ??= this.#deps.openBrowser?.() ?? null
    if (this.#browser === null) {
      return { ...asItCame, problem: 'It is empty until its scripts run: set COUNTERSIGN_BROWSER to a Chromium that shows it.' }
    }
    try {
      const shown = await this.#browser.render({ url, html, signal: this.#window.signal })
      const after = readPageHead(shown.html, url)
      const kept = { bytes: Buffer.from(shown.html), head: after, charset: 'utf-8', rendered: true }
      return { ...kept, problem: after.needsScripts ? emptyStill(shown.refused) : null }
    } catch (error) {
      if (error instanceof CountersignError) return { ...asItCame, problem: error.message }
      throw error
    }
  }

  async #askSitemaps(): Promise<void> {
    const { site, pages } = this.#progress
    const url = pages[0]?.url ?? this.#progress.start
    const rules = await this.#rules(url)
    const files = rules.sitemaps.length > 0 ? rules.sitemaps : [new URL('/sitemap.xml', url).href]
    const before = () => this.#turn(rules.delay)
    this.#enqueue(await fetchSitemaps(this.#deps.ask, files, { site, signal: this.#window.signal, before }), 1)
  }

  #enqueue(links: readonly string[], depth: number): void {
    const { site, queue, skipped } = this.#progress
    for (const url of links) {
      const key = pageKey(url)
      const target = linkTarget(url)
      if (siteOf(url) !== site || target === 'other' || this.#seen.has(key) || queue.length >= MAX_QUEUE) continue
      this.#seen.add(key)
      if (target === 'page') queue.push({ url, depth, again: false })
      else skipped.push({ url, why: 'document' })
    }
  }

  /** Whether the page says that it is another one, which was read. One that was not is not read a second time. */
  #isCopy(canonical: string | null, key: string): boolean {
    if (canonical === null || siteOf(canonical) !== this.#progress.site) return false
    const own = pageKey(canonical)
    if (own === key) return false
    if (this.#progress.pages.some(({ url }) => pageKey(url) === own)) return true
    this.#seen.add(own)
    return false
  }
}

const isPage = ({ type }: Pick<WebHead, 'type'>): boolean => ['', 'text/html', 'application/xhtml+xml'].includes(type)

const emptyStill = (refused: readonly string[]): string =>
  `It is empty, also after its scripts ran in the browser${refused.length > 0 ? `; ${refused.length} of its requests were not answered` : ''}.`

function disallowed(url: string): CountersignError {
  const { host } = new URL(url)
  return new CountersignError('disallowed_by_site', `${host} asks programs not to read ${url} (its robots.txt).`, { url })
}

function notForSearch(url: string): CountersignError {
  const message = `${url} asks programs not to keep it where people search (noindex). Ask its owner, or ingest a file of it.`
  return new CountersignError('disallowed_by_site', message, { url })
}

function noPage({ url, type }: WebAnswer): CountersignError {
  return new CountersignError('kind_mismatch', `${url} is no web page: its server says ${type}. Ingest it as a document.`, { url, type })
}
