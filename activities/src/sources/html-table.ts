import { isHidden } from './html-hidden.ts'
import type { HtmlElement } from './html-to-markdown.ts'

/** Longer cells belong to a layout rather than to a table. */
const LONGEST_CELL = 1000

function rowsOf(table: HtmlElement): HtmlElement[] {
  return Array.from(table.children).flatMap((child) => {
    if (/^TR$/i.test(child.tagName)) return [child]
    return /^(THEAD|TBODY|TFOOT)$/i.test(child.tagName) ? rowsOf(child) : []
  })
}

const cellsOf = (row: HtmlElement): HtmlElement[] =>
  Array.from(row.children).filter((cell) => /^T[DH]$/i.test(cell.tagName) && !isHidden(cell))

/** Rows and columns of short cells; a table around others, or around headings, arranges a page. */
export function isDataTable(table: HtmlElement): boolean {
  const rows = rowsOf(table).map(cellsOf)
  if (rows.length < 2 || !rows.some((cells) => cells.length > 1)) return false
  return rows
    .flat()
    .every((cell) => cell.querySelector('table, h1, h2, h3, pre') === null && (cell.textContent ?? '').length <= LONGEST_CELL)
}

/** The texts of a table's cells; one that spans rows says its text in each of them. */
export function gridOf(table: HtmlElement, textOf: (cell: HtmlElement) => string): string[][] {
  const grid: string[][] = []
  for (const [at, row] of rowsOf(table).entries()) {
    const line = lineAt(grid, at)
    for (const cell of cellsOf(row)) {
      const text = textOf(cell)
      let column = 0
      while (line[column] !== undefined) column += 1
      for (let under = 0; under < spanOf(cell, 'rowspan'); under += 1) {
        const target = lineAt(grid, at + under)
        for (let beside = 0; beside < spanOf(cell, 'colspan'); beside += 1) target[column + beside] = beside === 0 ? text : ''
      }
    }
  }
  return grid.slice(0, rowsOf(table).length).map((line) => Array.from(line, (text) => text ?? ''))
}

function spanOf(cell: HtmlElement, name: string): number {
  const span = Math.trunc(Number(cell.getAttribute(name) ?? 1))
  return span >= 1 && span <= 100 ? span : 1
}

function lineAt(grid: string[][], at: number): string[] {
  const line = grid[at] ?? []
  grid[at] = line
  return line
}
