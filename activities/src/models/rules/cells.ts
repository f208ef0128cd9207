import type { Evidence } from '@countersign/workflows/contract'
import type { DocumentText, TextLine } from '../../sources/document-text.ts'

/** A piece of text that stands alone on the page: a line of a paragraph or a cell of a table. `boxed`: its place is real. */
export interface Cell extends TextLine {
  boxed: boolean
  /** Counts visual rows through the document, from the top. */
  row: number
}

/** The cells of a document, and the same by visual row, each row from left to right. */
export interface Layout {
  cells: Cell[]
  rows: Cell[][]
}

/** Columns of a page of plain text, for distances between its cells. */
const COLUMNS = 120
const TEXT_ROWS = 66

/** Cells from the lines of a page, or from runs of spaces and tabs where there is only text. */
export function layoutOf(document: DocumentText): Layout {
  const lines =
    document.lines.length > 0 ? document.lines.map((line) => ({ ...line, boxed: line.time === undefined })) : textCells(document)
  const sorted = [...lines].sort((a, b) => a.page - b.page || a.y + a.h / 2 - (b.y + b.h / 2))
  const rows: Cell[][] = []
  for (const line of sorted) {
    const last = rows.at(-1)
    if (last !== undefined && sharesRow(last, line)) last.push({ ...line, row: rows.length - 1 })
    else rows.push([{ ...line, row: rows.length }])
  }
  for (const row of rows) row.sort((a, b) => a.x - b.x)
  return { rows, cells: rows.flat() }
}

/** A line belongs to a row when its middle lies within most of the row's cells. */
function sharesRow(row: readonly Cell[], line: Omit<Cell, 'row'>): boolean {
  const middle = line.y + line.h / 2
  return row.every((cell) => cell.page === line.page && Math.abs(cell.y + cell.h / 2 - middle) < Math.min(cell.h, line.h) * 0.6)
}

function textCells(document: DocumentText): Omit<Cell, 'row'>[] {
  const cells: Omit<Cell, 'row'>[] = []
  let offset = 0
  for (const [index, line] of document.text.split('\n').entries()) {
    // Cells of Markdown tables and of aligned columns.
    for (const match of line.matchAll(/(?:(?! {2,}|\t| ?\| ?).)+/g)) {
      const text = match[0].trim()
      if (text === '') continue
      const at = match.index + (match[0].length - match[0].trimStart().length)
      cells.push({
        text,
        page: 1 + Math.floor(index / TEXT_ROWS),
        x: at / COLUMNS,
        y: (index % TEXT_ROWS) / TEXT_ROWS,
        w: text.length / COLUMNS,
        h: 1 / TEXT_ROWS,
        start: offset + at,
        end: offset + at + text.length,
        boxed: false,
      })
    }
    offset += line.length + 1
  }
  return cells
}

/** Where a value was read: the part of a cell from `from` to `to`, or all of it. Boxes of parts assume letters of even width; in a recording the place is a time. */
export function evidenceOf(cell: Cell, from = 0, to = cell.text.length): Evidence {
  const span = { start: cell.start + from, end: cell.start + to }
  const text = cell.text.slice(from, to)
  if (cell.time !== undefined) return { page: cell.page, span, text, time: cell.time }
  if (!cell.boxed) return { page: 1, span, text }
  const length = Math.max(1, cell.text.length)
  const box = { x: cell.x + (cell.w * from) / length, y: cell.y, w: (cell.w * (to - from)) / length, h: cell.h }
  return { page: cell.page, box, span, text }
}

/** Lower case and without accents, each character staying at its offset. */
export function foldInPlace(text: string): string {
  let folded = ''
  for (const unit of text.split('')) folded += unit.normalize('NFKD').charAt(0).toLowerCase().charAt(0) || unit
  return folded.replace(/[’`´]/g, "'")
}
