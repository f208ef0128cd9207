import { markdownTable } from '../markdown-table.ts'
import { chartToMarkdown } from './chart-to-markdown.ts'
import { below, child, childrenOf, isOn, type XmlElement } from './xml.ts'

/** In the units of Office, 914,400 to the inch. */
export interface Box {
  x: number
  y: number
  w: number
  h: number
}

interface Surroundings {
  slide: Box
  /** A part that the slide refers to by this id. */
  partOf(id: string | null): XmlElement | null
}

export interface SlideText {
  title: string | null
  blocks: string[]
  hidden: string[]
}

/** Smaller than two points (in hundredths) nobody reads it. */
const SMALLEST = 200
/** Numbers and dates that stand on every slide. */
const FURNITURE = ['sldNum', 'dt']

/** The shapes of a slide as blocks of Markdown, its title first, then in the file's order. */
export function shapesToMarkdown(tree: XmlElement | null, around: Surroundings): SlideText {
  const found: SlideText = { title: null, blocks: [], hidden: [] }
  addShapes(tree, around, found)
  return found
}

function addShapes(tree: XmlElement | null, around: Surroundings, found: SlideText): void {
  for (const shape of childrenOf(tree)) {
    if (shape.nodeName === 'mc:AlternateContent') addShapes(child(shape, 'mc:Choice') ?? child(shape, 'mc:Fallback'), around, found)
    else if (shape.nodeName === 'p:grpSp' && !isConcealed(shape, around.slide)) addShapes(shape, around, found)
    else addShape(shape, around, found)
  }
}

function addShape(shape: XmlElement, around: Surroundings, found: SlideText): void {
  const place = below(shape, 'p:ph')[0]?.getAttribute('type') ?? null
  if (place !== null && FURNITURE.includes(place)) return
  const text = shape.nodeName === 'p:graphicFrame' ? frameToMarkdown(shape, around) : paragraphsToMarkdown(shape, found.hidden)
  if (text.trim() === '') return
  if (isConcealed(shape, around.slide)) found.hidden.push(text)
  else if ((place === 'title' || place === 'ctrTitle') && found.title === null) {
    found.title = text.replace(/\s+/g, ' ').trim()
    found.blocks.unshift(`# ${found.title}`)
  } else found.blocks.push(text)
}

/** Switched off, or wholly beside the slide. */
function isConcealed(shape: XmlElement, slide: Box): boolean {
  const own = below(shape, 'p:cNvPr')[0] ?? null
  if (own !== null && isOn(own, 'hidden') && own.getAttribute('hidden') !== null) return true
  const place = below(shape, 'a:xfrm', 'p:xfrm')[0] ?? null
  const [offset, size] = [child(place, 'a:off'), child(place, 'a:ext')]
  if (offset === null || size === null || slide.w === 0) return false
  const number = (element: XmlElement, name: string): number => Number(element.getAttribute(name) ?? 0)
  const [x, y, w, h] = [number(offset, 'x'), number(offset, 'y'), number(size, 'cx'), number(size, 'cy')]
  return x >= slide.w || y >= slide.h || x + w <= 0 || y + h <= 0
}

function paragraphsToMarkdown(shape: XmlElement, hidden: string[]): string {
  const body = child(shape, 'p:txBody')
  return childrenOf(body)
    .filter(({ nodeName }) => nodeName === 'a:p')
    .map((paragraph) => lineOf(paragraph, hidden))
    .join('\n')
    .trim()
}

function lineOf(paragraph: XmlElement, hidden: string[]): string {
  const runs = below(paragraph, 'a:t', 'a:br').map((run) => {
    if (run.nodeName === 'a:br') return '\n'
    const text = run.textContent ?? ''
    const size = Number(child(run.parentElement, 'a:rPr')?.getAttribute('sz') ?? Number.NaN)
    if (!(size < SMALLEST)) return text
    hidden.push(text)
    return ''
  })
  const text = runs.join('').trim()
  const properties = child(paragraph, 'a:pPr')
  const level = Number(properties?.getAttribute('lvl') ?? 0)
  const bullet = level > 0 || childrenOf(properties).some(({ nodeName }) => nodeName === 'a:buChar' || nodeName === 'a:buAutoNum')
  return text === '' || !bullet ? text : `${'  '.repeat(level)}- ${text}`
}

/** A table, a chart, or a diagram, whose texts stand in a part of their own. */
function frameToMarkdown(frame: XmlElement, { partOf }: Surroundings): string {
  const table = below(frame, 'a:tbl')[0]
  if (table !== undefined) return tableToMarkdown(table)
  const chart = below(frame, 'c:chart')[0]
  if (chart !== undefined) return chartToMarkdown(partOf(chart.getAttribute('r:id')))
  const diagram = partOf(below(frame, 'dgm:relIds')[0]?.getAttribute('r:dm') ?? null)
  return below(diagram, 'a:p')
    .map((paragraph) => lineOf(paragraph, []))
    .filter((line) => line !== '')
    .map((line) => `- ${line}`)
    .join('\n')
}

function tableToMarkdown(table: XmlElement): string {
  const rows = childrenOf(table).filter(({ nodeName }) => nodeName === 'a:tr')
  const cells = rows.map((row) =>
    childrenOf(row)
      .filter(({ nodeName }) => nodeName === 'a:tc')
      .map(cellText),
  )
  return markdownTable(cells)
}

const cellText = (cell: XmlElement): string =>
  below(cell, 'a:p')
    .map((paragraph) => lineOf(paragraph, []))
    .join(' ')
