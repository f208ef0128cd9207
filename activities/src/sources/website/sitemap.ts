import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { CountersignError } from '@countersign/workflows/contract'
import { DOMParser } from 'linkedom'
import { decodeText } from '../decode-text.ts'
import type { HtmlNode } from '../html-to-markdown.ts'
import { isSuccess, type WebClient } from '../web-client.ts'
import { MAX_PAGE_BYTES, MAX_QUEUE, PAGE_TIMEOUT } from './crawl-limits.ts'
import { resolveLink, siteOf } from './page-address.ts'

/** Files of an index that are looked into. */
const MAX_FILES = 20

/**
 * The pages that a site's sitemaps name (sitemaps.org/protocol.html: XML, an index of several, either packed with gzip, or a line per
 * address), of this site alone, each once. A sitemap that cannot be read names none: it is an offer, not the site. `before` is waited for
 * before each request.
 */
export async function fetchSitemaps(
  ask: WebClient,
  sitemaps: readonly string[],
  { site, signal, before }: { site: string; signal: AbortSignal; before: () => Promise<void> },
): Promise<string[]> {
  const pages = new Set<string>()
  const files = sitemaps.filter((url) => siteOf(url) === site)
  for (let at = 0; at < Math.min(files.length, MAX_FILES) && pages.size < MAX_QUEUE; at += 1) {
    const url = files[at] ?? ''
    const { locations, index } = await read(url)
    for (const location of locations) {
      const address = resolveLink(location, url)
      if (address === null || siteOf(address) !== site) continue
      if (!index) pages.add(address)
      else if (!files.includes(address)) files.push(address)
    }
  }
  return [...pages].slice(0, MAX_QUEUE)

  async function read(url: string): Promise<Sitemap> {
    await before()
    try {
      const answer = await ask(url, { maxBytes: MAX_PAGE_BYTES, signal, timeout: PAGE_TIMEOUT, wants: isSuccess })
      return isSuccess(answer) ? parseSitemap(await unpack(answer.bytes)) : NOTHING
    } catch (error) {
      if (error instanceof CountersignError) return NOTHING
      throw error
    }
  }
}

interface Sitemap {
  locations: string[]
  index: boolean
}
const NOTHING: Sitemap = { locations: [], index: false }

async function unpack(bytes: Uint8Array): Promise<string> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return decodeText(bytes).text
  try {
    return decodeText(await promisify(gunzip)(bytes, { maxOutputLength: MAX_PAGE_BYTES })).text
  } catch {
    return ''
  }
}

function parseSitemap(text: string): Sitemap {
  if (!/<(urlset|sitemapindex)[\s>]/.test(text)) {
    return { locations: text.includes('<') ? [] : text.split(/\s+/).filter((line) => /^https?:/.test(line)), index: false }
  }
  const document = new DOMParser().parseFromString(text, 'text/xml')
  const found: Iterable<HtmlNode> = document.querySelectorAll('loc')
  const locations = Array.from(found, (location) => location.textContent?.trim() ?? '')
  return { locations, index: /<sitemapindex[\s>]/.test(text) }
}
