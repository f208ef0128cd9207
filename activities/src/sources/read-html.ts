import { Readability } from '@mozilla/readability'
import { takeDisguised } from './html-hidden.ts'
import { type HtmlDocument, htmlToMarkdown } from './html-to-markdown.ts'
import { normaliseText } from './normalise-characters.ts'
import { decodeHtml, parseHtml, titleOf } from './parse-html.ts'
import { type OpenSource, singlePage } from './source-page.ts'

/** Below this share of the whole page's text, the main content was probably cut in half … */
const ENOUGH = 0.5
/** … unless this much of what it leaves out is links: menus and lists of other articles. */
const MOSTLY_LINKS = 0.3
/** Less than this is a stray box, not the article. */
const TOO_LITTLE = 0.15
/** Pages shorter than this have no navigation worth leaving out. */
const SHORT = 1500

/** What a web page says, as Markdown. `main`: its main content alone; otherwise all that is visible. */
export interface CleanPage {
  title: string | null
  text: string
  main: boolean
  /** What only pretends to be shown; no part of `text`. */
  hidden: string[]
}

/** A web page as one page. See `cleanHtml`. */
export function readHtml(bytes: Uint8Array): OpenSource {
  const { text, title, hidden } = cleanHtml(decodeHtml(bytes))
  return singlePage(text, title, hidden)
}

/**
 * A web page as Markdown: its main content without navigation, scripts and hidden parts. Where the main content cannot be
 * told from the rest, or would lose more than half of a page's text other than menus, the whole visible text is taken.
 */
export function cleanHtml(html: string): CleanPage {
  const whole = parseHtml(html)
  const hidden = takeDisguised(whole)
  const title = titleOf(whole)
  const all = { title, text: normaliseText(htmlToMarkdown(whole.documentElement)), main: false, hidden }
  if (all.text.length < SHORT) return all
  const main = mainContent(html)
  if (main === null) return all
  const content = parseHtml(main.content)
  const text = normaliseText(htmlToMarkdown(content.documentElement))
  const left = lettersIn(all.text) - lettersIn(text)
  const menus = (linkLetters(whole) - linkLetters(content)) / Math.max(1, left)
  const kept = lettersIn(text) / Math.max(1, lettersIn(all.text))
  const enough = kept >= ENOUGH || (kept > TOO_LITTLE && menus > MOSTLY_LINKS)
  return enough ? { title: main.title ?? title, text: withHeading(text, main.title), main: true, hidden } : all
}

function mainContent(html: string): { content: string; title: string | null } | null {
  try {
    const document = parseHtml(html)
    // Before the styles that give it away are taken out.
    takeDisguised(document)
    const article = new Readability(document, { charThreshold: 200 }).parse()
    if (article?.content === undefined || article.content === null) return null
    return { content: article.content, title: article.title?.trim() || null }
  } catch {
    // Readability throws on documents it has no notion of (framesets, bare fragments); the full text serves.
    return null
  }
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
