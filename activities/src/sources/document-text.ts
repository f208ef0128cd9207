import type { PageLine } from '@countersign/workflows/contract'
import { pageText } from './page-text.ts'

/** A line of a document: its place on the page (fractions), and its characters in the document's text. */
export interface TextLine extends PageLine {
  page: number
  start: number
  end: number
}

/** The whole text of a document. `pageStarts[i]` is the offset at which page i + 1 begins. */
export interface DocumentText {
  text: string
  pageStarts: number[]
  lines: TextLine[]
}

export interface StoredPage {
  page: number
  text: string
  lines: PageLine[]
}

const PAGE_BREAK = '\n\n'
/** Running heads can't be told from repeated content on fewer pages. */
const ENOUGH_PAGES = 4
const MARGIN = 0.1

/**
 * One text out of pages, running heads and feet left out. The same pages always give the same text, so that spans into it can be
 * made by one node and read by another.
 */
export function assembleText(pages: readonly StoredPage[]): DocumentText {
  const running = runningLines(pages)
  const lines: TextLine[] = []
  const pageStarts: number[] = []
  let text = ''
  for (const page of pages) {
    if (text !== '') text += PAGE_BREAK
    pageStarts.push(text.length)
    const kept = page.lines.filter((line) => !running.has(runningKey(line)))
    const own = page.lines.length === 0 ? page.text : pageText(kept)
    lines.push(...place(kept, own, page.page, text.length))
    text += own
  }
  return { text, pageStarts, lines }
}

/** The page that an offset into the text lies on, from 1. */
export function pageAt(pageStarts: readonly number[], offset: number): number {
  let page = 1
  for (const [index, start] of pageStarts.entries()) if (start <= offset) page = index + 1
  return page
}

function place(lines: readonly PageLine[], text: string, page: number, offset: number): TextLine[] {
  let cursor = 0
  return lines.map((line) => {
    const at = text.indexOf(line.text, cursor)
    cursor = at + line.text.length
    return { ...line, page, start: offset + at, end: offset + cursor }
  })
}

/** Lines that stand in the margin of most pages at the same height, page numbers aside. */
function runningLines(pages: readonly StoredPage[]): Set<string> {
  const withLines = pages.filter((page) => page.lines.length > 0)
  if (withLines.length < ENOUGH_PAGES) return new Set()
  const counts = new Map<string, number>()
  for (const page of withLines) {
    const keys = new Set(page.lines.filter(inMargin).map(runningKey))
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return new Set([...counts].filter(([, count]) => count >= withLines.length * 0.6).map(([key]) => key))
}

// What is said has no place on a page.
const inMargin = (line: PageLine): boolean => line.time === undefined && (line.y < MARGIN || line.y + line.h > 1 - MARGIN)
const runningKey = (line: PageLine): string => `${Math.round(line.y * 50)} ${line.text.replace(/\d+/g, '#')}`
