import { markdownTable } from '../markdown-table.ts'
import { below, child, childrenOf, isElement, type XmlElement, type XmlNode } from './xml.ts'

/** What an OpenDocument text says, and what nobody sees of it. */
export interface OdfText {
  blocks: string[]
  hidden: string[]
}

interface Context extends OdfText {
  /** Names of the styles that are not displayed. */
  invisible: ReadonlySet<string>
}

/** Repeated cells at a row's end fill it to the sheet's edge. */
const MOST_REPEATED = 100
const SKIPPED = [
  'text:tracked-changes',
  'text:sequence-decls',
  'office:forms',
  'text:table-of-content',
  'text:alphabetical-index',
  'presentation:notes',
]

/** The blocks below an element of an OpenDocument file: headings, paragraphs, lists, tables, notes and comments where they stand. */
export function odfToMarkdown(element: XmlElement, invisible: ReadonlySet<string>): OdfText {
  const context: Context = { blocks: [], hidden: [], invisible }
  addBlocks(element, context)
  return { blocks: context.blocks.filter((block) => block.trim() !== ''), hidden: context.hidden.filter((text) => text.trim() !== '') }
}

/** The styles of a document that are not displayed. */
export function invisibleStyles(...roots: (XmlElement | null)[]): Set<string> {
  const styles = roots.flatMap((root) => below(root, 'style:style'))
  const hides = (style: XmlElement): boolean =>
    childrenOf(style).some((one) => one.getAttribute('text:display') === 'none' || one.getAttribute('presentation:visibility') === 'hidden')
  return new Set(styles.filter(hides).flatMap((style) => style.getAttribute('style:name') ?? []))
}

function addBlocks(element: XmlElement, context: Context): void {
  for (const one of childrenOf(element)) addBlock(one, context)
}

function addBlock(element: XmlElement, context: Context): void {
  if (SKIPPED.includes(element.nodeName)) return
  switch (element.nodeName) {
    case 'text:h': {
      const level = Math.min(6, Number(element.getAttribute('text:outline-level') ?? 1))
      const text = paragraph(element, context)
      if (text !== '') context.blocks.push(`${'#'.repeat(level)} ${text}`)
      return
    }
    case 'text:p':
      context.blocks.push(paragraph(element, context))
      for (const box of below(element, 'draw:text-box')) addBlocks(box, context)
      return
    case 'text:list':
      context.blocks.push(listLines(element, context, 0).join('\n'))
      return
    case 'table:table':
      context.blocks.push(table(element, context))
      return
    default:
      addBlocks(element, context)
  }
}

function listLines(list: XmlElement, context: Context, depth: number): string[] {
  return childrenOf(list).flatMap((item) =>
    childrenOf(item).flatMap((one) => {
      if (one.nodeName === 'text:list') return listLines(one, context, depth + 1)
      const text = paragraph(one, context)
      return text === '' ? [] : [`${'  '.repeat(depth)}- ${text}`]
    }),
  )
}

function table(element: XmlElement, context: Context): string {
  const rows = below(element, 'table:table-row').filter((row) => nearestTable(row) === element)
  const cells = rows.map((row) =>
    childrenOf(row)
      .filter(({ nodeName }) => nodeName === 'table:table-cell' || nodeName === 'table:covered-table-cell')
      .flatMap((cell) =>
        Array.from({ length: repeats(cell) }, () =>
          below(cell, 'text:p', 'text:h')
            .map((one) => paragraph(one, context))
            .join(' '),
        ),
      ),
  )
  return markdownTable(cells)
}

const repeats = (cell: XmlElement): number => Math.min(MOST_REPEATED, Number(cell.getAttribute('table:number-columns-repeated') ?? 1))

function nearestTable(element: XmlElement): XmlElement | null {
  let at = element.parentElement
  while (at !== null && at.nodeName !== 'table:table') at = at.parentElement
  return at
}

function paragraph(element: XmlElement, context: Context): string {
  const text = inline(element, context)
    .replace(/[ \t]+/g, ' ')
    .trim()
  if (!isInvisible(element, context)) return text
  context.hidden.push(text)
  return ''
}

function inline(element: XmlElement, context: Context): string {
  return Array.from(element.childNodes)
    .map((node) => inlineNode(node, context))
    .join('')
}

function inlineNode(node: XmlNode, context: Context): string {
  if (!isElement(node)) return node.nodeType === 3 ? (node.textContent ?? '').replace(/\s+/g, ' ') : ''
  switch (node.nodeName) {
    case 'text:s':
    case 'text:tab':
      return ' '
    case 'text:line-break':
      return '\n'
    case 'text:note':
      return ` (${plain(child(node, 'text:note-body'))})`
    case 'office:annotation':
      return ` [Comment: ${plain(node)}]`
    case 'text:hidden-text':
    case 'text:hidden-paragraph':
      context.hidden.push(node.getAttribute('text:string-value') ?? plain(node))
      return ''
    case 'draw:frame':
    case 'text:page-number':
    case 'text:page-count':
      return ''
    default: {
      const text = inline(node, context)
      if (!isInvisible(node, context)) return text
      context.hidden.push(text)
      return ''
    }
  }
}

const isInvisible = (element: XmlElement, { invisible }: Context): boolean => invisible.has(element.getAttribute('text:style-name') ?? '')

/** The paragraphs of a note or comment on one line. */
const plain = (element: XmlElement | null): string =>
  below(element, 'text:p')
    .map(({ textContent }) => (textContent ?? '').replace(/\s+/g, ' ').trim())
    .join(' ')
