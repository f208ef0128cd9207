import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { decodeText } from './decode-text.ts'
import { type HtmlDocument, htmlToMarkdown } from './html-to-markdown.ts'
import { normaliseText } from './normalise-characters.ts'
import { type OpenSource, singlePage } from './source-page.ts'

/** Below this share of the whole page's text, the main content was probably cut in half … */
const ENOUGH = 0.5
/** … unless this much of what it leaves out is links: menus and lists of other articles. */
const MOSTLY_LINKS = 0.3
/** Less than this is a stray box, not the article. */
const TOO_LITTLE = 0.15
/** Pages shorter than this have no navigation worth leaving out. */
const SHORT = 1500

/**
 * A web page as Markdown: its main content without navigation, scripts and hidden parts. Where the main content cannot be
 * told from the rest, or would lose more than half of a page's text other than menus, the whole visible text is taken.
 */
export function readHtml(bytes: Uint8Array): OpenSource {
  const html = decodeText(bytes, declaredCharset(bytes)).text
  const whole = parse(html)
  const title = titleOf(whole)
  const all = normaliseText(htmlToMarkdown(whole.documentElement))
  if (all.length < SHORT) return singlePage(all, title)
  const main = mainContent(html)
  if (main === null) return singlePage(all, title)
  const content = parse(main.content)
  const text = normaliseText(htmlToMarkdown(content.documentElement))
  const left = lettersIn(all) - lettersIn(text)
  const menus = (linkLetters(whole) - linkLetters(content)) / Math.max(1, left)
  const kept = lettersIn(text) / Math.max(1, lettersIn(all))
  const enough = kept >= ENOUGH || (kept > TOO_LITTLE && menus > MOSTLY_LINKS)
  return enough ? singlePage(withHeading(text, main.title), main.title ?? title) : singlePage(all, title)
}

function parse(html: string): HtmlDocument {
  const whole = /<html[\s>]/i.test(html) ? html : `<html><head></head><body>${html}</body></html>`
  const { document } = parseHTML(whole)
  return document
}

function titleOf(document: HtmlDocument): string | null {
  const text = normaliseText(document.querySelector('title')?.textContent ?? '')
    .replace(/\s+/g, ' ')
    .trim()
  return text === '' ? null : text
}

function mainContent(html: string): { content: string; title: string | null } | null {
  try {
    const article = new Readability(parse(html), { charThreshold: 200 }).parse()
    if (article?.content === undefined || article.content === null) return null
    return { content: article.content, title: article.title?.trim() || null }
  } catch {
    // Readability throws on documents it has no notion of (framesets, bare fragments); the full text serves.
    return null
  }
}

/** The charset the page declares in its first kilobyte, as browsers look for it. */
function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  return /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1]
}

/** The main content comes without the page's own heading. */
function withHeading(text: string, title: string | null): string {
  return title === null || text.slice(0, 300).includes(title) ? text : `# ${title}\n\n${text}`
}

function linkLetters(document: HtmlDocument): number {
  return Array.from(document.querySelectorAll('a')).reduce((sum, link) => sum + lettersIn(link.textContent ?? ''), 0)
}

function lettersIn(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
}
