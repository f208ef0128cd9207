import { isHidden } from './html-hidden.ts'
import { gridOf, isDataTable } from './html-table.ts'
import { markdownTable } from './markdown-table.ts'

/** What is needed of the DOM; TypeScript's own DOM types would make every global of a browser known to the whole project. */
export interface HtmlNode {
  readonly nodeType: number
  readonly textContent: string | null
  readonly childNodes: ArrayLike<HtmlNode>
}
export interface HtmlElement extends HtmlNode {
  textContent: string | null
  readonly parentElement: HtmlElement | null
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
/** A space at the beginning of a line that stays; nobody uses this character. */
const KEPT_SPACE = '\ue0fe'
const ELEMENT = 1
const TEXT = 3

/** Code in a page says so by its element or its class; other preformatted text may be a whole document. */
const CODE_CLASS = /\b(code|highlight|language-|lang-|brush|source)/i

/**
 * The visible text below a node, with headings as `#` lines, list items as `- `, tables as Markdown tables and code in fences. Where a
 * table only arranges blocks, its cells are written one after the other.
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
    .replaceAll(KEPT_SPACE, ' ')
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
  else if (tag === 'TABLE' && isDataTable(node)) out.push(`\n\n${markdownTable(gridOf(node, inline))}\n\n`)
  else if (tag === 'TR') writeRow(node, out)
  else if (tag === 'INPUT') writeBox(node, out)
  else if (tag === 'OL') writeNumbered(node, out, preformatted)
  else if (tag === 'LI') writeBlock(node, out, preformatted, '\n- ', '\n')
  else if (tag === 'PRE') writePreformatted(node, out)
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

function writePreformatted(element: HtmlElement, out: string[]): void {
  const isCode = element.querySelector('code, samp') !== null || CODE_CLASS.test(element.getAttribute('class') ?? '')
  if (!isCode) {
    writeBlock(element, out, true, '\n\n', '\n\n')
    return
  }
  const code: string[] = []
  writeChildren(element, code, true)
  const text = code.join('').replace(/^\n+|\s+$/g, '')
  const kept = text.replace(/^[ \t]+/gm, (indent) => KEPT_SPACE.repeat(indent.replaceAll('\t', '    ').length))
  if (text !== '') out.push(`\n\n\`\`\`\n${kept}\n\`\`\`\n\n`)
}

/** The items of a list with their numbers. */
function writeNumbered(list: HtmlElement, out: string[], preformatted: boolean): void {
  out.push('\n\n')
  let number = Number(list.getAttribute('start') ?? 1) || 1
  for (const node of Array.from(list.childNodes)) {
    if (!isElement(node) || node.tagName.toUpperCase() !== 'LI' || isHidden(node)) {
      write(node, out, preformatted)
      continue
    }
    number = Number(node.getAttribute('value') ?? number) || number
    writeBlock(node, out, preformatted, `\n${number}. `, '\n')
    number += 1
  }
  out.push('\n\n')
}

/** Boxes of a form that are ticked or not. */
function writeBox(element: HtmlElement, out: string[]): void {
  if (/^(checkbox|radio)$/i.test(element.getAttribute('type') ?? '')) out.push(element.hasAttribute('checked') ? '[x] ' : '[ ] ')
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
