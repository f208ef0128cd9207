import type { HtmlDocument, HtmlElement } from './html-to-markdown.ts'
import { normaliseText } from './normalise-characters.ts'

/** Whether an element says of itself that it is not shown. */
export function isHidden(element: HtmlElement): boolean {
  if (element.hasAttribute('hidden') || element.getAttribute('aria-hidden') === 'true') return true
  const style = element.getAttribute('style') ?? ''
  return /display\s*:\s*none|visibility\s*:\s*(hidden|collapse)/i.test(style)
}

const LONGEST = 500

/**
 * Takes out of a document what only pretends to be shown: letters of size 0, fully transparent, off the page, or in the colour of what is
 * behind them, by the style of the element itself. Answers what was written there, piece by piece.
 */
export function takeDisguised(document: HtmlDocument): string[] {
  const disguised = new Set(Array.from(document.querySelectorAll('[style], font[color]')).filter(isDisguised))
  const outermost = [...disguised].filter((element) => !isWithin(element, disguised))
  const texts = outermost.map((element) => normaliseText(element.textContent ?? '').replace(/\s+/g, ' '))
  for (const element of outermost) element.textContent = ''
  return texts.map((text) => text.trim().slice(0, LONGEST)).filter((text) => text !== '')
}

function isWithin(element: HtmlElement, others: ReadonlySet<HtmlElement>): boolean {
  for (let at = element.parentElement; at !== null; at = at.parentElement) if (others.has(at)) return true
  return false
}

function isDisguised(element: HtmlElement): boolean {
  const style = (element.getAttribute('style') ?? '').toLowerCase()
  if (/(^|[;\s])font-size\s*:\s*0(\.0+)?\s*(px|pt|em|rem|%)?\s*(;|!|$)/.test(style)) return true
  if (/(^|[;\s])opacity\s*:\s*(0(\.0+)?|0%)\s*(;|!|$)/.test(style)) return true
  if (/(^|[;\s])(left|top|right|bottom|text-indent|margin-left|margin-top)\s*:\s*-\d{3,}(\.\d+)?(px|pt|em|rem)/.test(style)) return true
  const own = colour(/(^|[;\s])color\s*:\s*([^;!]+)/.exec(style)?.[2] ?? element.getAttribute('color') ?? '')
  return own !== null && own === backgroundOf(element)
}

/** The nearest background that is given in a style, of the element or around it; a page without any is white. */
function backgroundOf(element: HtmlElement): string | null {
  for (let at: HtmlElement | null = element; at !== null; at = at.parentElement) {
    const style = (at.getAttribute('style') ?? '').toLowerCase()
    const given = /(^|[;\s])background(-color)?\s*:\s*([^;!]+)/.exec(style)?.[3] ?? at.getAttribute('bgcolor')
    // A class may give it another background: what it is can't be told from here.
    if (given != null) return colour(given)
    if (at.getAttribute('class')) return null
  }
  return '#ffffff'
}

const NAMES: Record<string, string> = { white: '#ffffff', black: '#000000', transparent: 'transparent' }

/** A colour in one way of writing; null for what can't be compared (pictures, variables). */
function colour(text: string): string | null {
  const word =
    text
      .trim()
      .toLowerCase()
      .split(/\s+(?!\d|,)/)[0] ?? ''
  if (NAMES[word] !== undefined) return NAMES[word]
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(word)
  if (short !== null)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`
  if (/^#[0-9a-f]{6}$/.test(word)) return word
  const rgb = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/.exec(text.trim().toLowerCase())
  if (rgb === null) return null
  return `#${rgb
    .slice(1, 4)
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')}`
}
