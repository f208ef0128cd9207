/** What is needed of the DOM; TypeScript's own DOM types would make every global of a browser known to the whole project. */
export interface HtmlNode {
  readonly nodeType: number
  readonly textContent: string | null
  readonly childNodes: ArrayLike<HtmlNode>
}
export interface HtmlElement extends HtmlNode {
  readonly tagName: string
  readonly children: ArrayLike<HtmlElement>
  hasAttribute(name: string): boolean
  getAttribute(name: string): string | null
  querySelector(selector: string): HtmlElement | null
}
export interface HtmlDocument extends HtmlNode {
  readonly documentElement: HtmlElement
  querySelectorAll(selector: string): Iterable<HtmlElement>
  querySelector(selector: string): HtmlElement | null
}

const DROPPED = new Set('SCRIPT STYLE NOSCRIPT TEMPLATE IFRAME OBJECT EMBED SVG CANVAS SELECT TEXTAREA HEAD AUDIO VIDEO'.split(' '))
const BLOCKS = new Set(
  'P DIV SECTION ARTICLE MAIN HEADER FOOTER ASIDE NAV UL OL DL DT DD FIGURE FIGCAPTION BLOCKQUOTE FORM FIELDSET ADDRESS DETAILS SUMMARY TABLE CAPTION HR'.split(
    ' ',
  ),
)
const ELEMENT = 1
const TEXT = 3

/**
 * The visible text below a node, with headings as `#` lines, list items as `- ` and table rows as ` | ` separated cells.
 * Scripts, styles and what is hidden (`hidden`, `aria-hidden`, `display:none`, `visibility:hidden`) are left out.
 */
export function htmlToMarkdown(root: HtmlNode): string {
  const out: string[] = []
  write(root, out, false)
  return out
    .join('')
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function write(node: HtmlNode, out: string[], preformatted: boolean): void {
  if (node.nodeType === TEXT) {
    const text = node.textContent ?? ''
    out.push(preformatted ? text : text.replace(/\s+/g, ' '))
    return
  }
  if (!isElement(node)) {
    writeChildren(node, out, preformatted)
    return
  }
  const tag = node.tagName.toUpperCase()
  if (DROPPED.has(tag) || isHidden(node)) return
  if (tag === 'BR') out.push('\n')
  else if (/^H[1-6]$/.test(tag)) writeHeading(node, Number(tag[1]), out)
  else if (tag === 'TR') writeRow(node, out)
  else if (tag === 'LI') writeBlock(node, out, preformatted, '\n- ', '\n')
  else if (tag === 'PRE') writeBlock(node, out, true, '\n\n', '\n\n')
  else if (BLOCKS.has(tag)) writeBlock(node, out, preformatted, '\n\n', '\n\n')
  else writeChildren(node, out, preformatted)
}

function writeChildren(node: HtmlNode, out: string[], preformatted: boolean): void {
  for (const child of Array.from(node.childNodes)) write(child, out, preformatted)
}

function writeBlock(node: HtmlNode, out: string[], preformatted: boolean, before: string, after: string): void {
  out.push(before)
  writeChildren(node, out, preformatted)
  out.push(after)
}

function writeHeading(element: HtmlElement, level: number, out: string[]): void {
  const text = inline(element)
  if (text !== '') out.push(`\n\n${'#'.repeat(level)} ${text}\n\n`)
}

function writeRow(row: HtmlElement, out: string[]): void {
  const cells = Array.from(row.children).filter((cell) => /^T[DH]$/i.test(cell.tagName))
  // A table used for layout holds whole articles in one cell: those keep their blocks.
  if (cells.some((cell) => cell.querySelector('p, div, table, ul, ol, h1, h2, h3, br') !== null)) {
    for (const cell of cells) writeBlock(cell, out, false, '\n\n', '\n\n')
    return
  }
  const texts = cells.filter((cell) => !isHidden(cell)).map(inline)
  if (texts.some((text) => text !== '')) out.push(`\n${texts.join(' | ')}\n`)
}

function inline(element: HtmlElement): string {
  const out: string[] = []
  writeChildren(element, out, false)
  return out.join('').replace(/\s+/g, ' ').trim()
}

function isElement(node: HtmlNode): node is HtmlElement {
  return node.nodeType === ELEMENT
}

function isHidden(element: HtmlElement): boolean {
  if (element.hasAttribute('hidden') || element.getAttribute('aria-hidden') === 'true') return true
  const style = element.getAttribute('style') ?? ''
  return /display\s*:\s*none|visibility\s*:\s*(hidden|collapse)/i.test(style)
}
