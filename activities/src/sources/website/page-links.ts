import { htmlToMarkdown } from '../html-to-markdown.ts'
import { parseHtml, titleOf } from '../parse-html.ts'
import { resolveLink } from './page-address.ts'
import { readRobotsMeta } from './robots-words.ts'

/** What a crawler needs to know of a page. */
export interface PageHead {
  title: string | null
  /** Addresses it links to, each once, in order. Empty where the page asks not to follow. */
  links: string[]
  canonical: string | null
  /** It asks not to be kept where people search. */
  noindex: boolean
  /** Nothing can be read on it before its scripts have run. */
  needsScripts: boolean
}

/** Fewer letters than this, beside scripts, are a frame for what the scripts will write. */
const FRAME = 60

/** Reads the head and the links of a page that came from `url`. */
export function readPageHead(html: string, url: string): PageHead {
  const document = parseHtml(html)
  const attribute = (selector: string, name: string) => document.querySelector(selector)?.getAttribute(name) ?? null
  const base = resolveLink(attribute('base[href]', 'href') ?? url, url) ?? url
  const robots = readRobotsMeta(document)
  const links = new Set<string>()
  for (const anchor of robots.nofollow ? [] : document.querySelectorAll('a[href], area[href]')) {
    const link = resolveLink(anchor.getAttribute('href') ?? '', base)
    if (link !== null && !/\bnofollow\b/i.test(anchor.getAttribute('rel') ?? '')) links.add(link)
  }
  const canonical = attribute('link[rel~="canonical" i][href]', 'href')
  const letters = htmlToMarkdown(document.documentElement).match(/[\p{L}\p{N}]/gu)?.length ?? 0
  return {
    title: titleOf(document),
    links: [...links],
    noindex: robots.noindex,
    canonical: canonical === null ? null : resolveLink(canonical, base),
    needsScripts: letters < FRAME && document.querySelector('script') !== null,
  }
}
