import { type CellObject, read, utils, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { gridToMarkdown } from '../markdown-table.ts'
import { checkLimit, type OfficeLimits, type OfficePage, OfficeRefusal, type OfficeText } from './office-protocol.ts'
import { unpack } from './unpack.ts'

/** Names that a program gave. */
const UNNAMED = /^(sheet|feuil|feuille|tabelle|hoja|foglio|工作表)\s*\d*$/i

/** A workbook of Excel or OpenDocument: every sheet a page, its tables as Markdown, what is shown of a value rather than its formula. */
export function readSheets(bytes: Uint8Array, limits: OfficeLimits): OfficeText {
  // Only to have its sizes looked at.
  unpack(bytes, limits, /^$/)
  const book = open(bytes, limits)
  checkLimit('sheets', book.SheetNames.length, limits.pages)
  let cells = 0
  const hiddenSheets: string[] = []
  const pages: OfficePage[] = []
  for (const [index, name] of book.SheetNames.entries()) {
    const sheet = book.Sheets[name]
    if (sheet === undefined) continue
    const grid = gridOf(sheet, limits, name)
    cells += grid.cells
    checkLimit('cells', cells, limits.cells)
    const page = pageOf(name, grid, book.SheetNames.length)
    if ((book.Workbook?.Sheets?.[index]?.Hidden ?? 0) === 0) pages.push(page)
    else if (page.text !== '') hiddenSheets.push(`${name}: ${page.text}`)
  }
  const [first] = pages
  if (first === undefined) throw new OfficeRefusal('Unreadable', 'holds no sheets.')
  first.hidden = [...(first.hidden ?? []), ...hiddenSheets]
  const title = book.Props?.Title?.trim() ?? ''
  return { title: title === '' ? null : title, pages }
}

function open(bytes: Uint8Array, limits: OfficeLimits): WorkBook {
  try {
    return read(bytes, {
      type: 'array',
      dense: true,
      cellStyles: true,
      cellDates: true,
      UTC: true,
      dateNF: 'yyyy-mm-dd',
      // One more than may be: whether there are too many must show.
      sheetRows: limits.rows + 1,
    })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (/password/i.test(message))
      throw new OfficeRefusal('PasswordRequired', 'is protected with a password. Save it without one and send it again.')
    throw new OfficeRefusal('Unreadable', `is damaged: ${message}.`)
  }
}

interface Grid {
  shown: string[][]
  hidden: string[][]
  comments: string[]
  cells: number
}

function gridOf(sheet: WorkSheet, limits: OfficeLimits, name: string): Grid {
  const rows: (CellObject | undefined)[][] = sheet['!data'] ?? []
  checkLimit(`rows in the sheet "${name}"`, rows.length, limits.rows)
  const [rowFacts, columnFacts] = [sheet['!rows'] ?? [], sheet['!cols'] ?? []]
  const grid: Grid = { shown: [], hidden: [], comments: [], cells: 0 }
  for (const [at, row] of Array.from(rows).entries()) {
    const shown: string[] = []
    const hidden: string[] = []
    for (const [column, cell] of Array.from(row ?? []).entries()) {
      const concealed = rowFacts[at]?.hidden === true || columnFacts[column]?.hidden === true
      const text = cell === undefined ? '' : textOf(cell)
      shown.push(concealed ? '' : text)
      hidden.push(concealed ? text : '')
      if (text !== '') grid.cells += 1
      for (const { a, t } of cell?.c ?? [])
        grid.comments.push(`Comment on ${utils.encode_cell({ r: at, c: column })}${a ? ` (${a})` : ''}: ${t.trim()}`)
    }
    grid.shown.push(shown)
    grid.hidden.push(hidden)
  }
  return grid
}

/** Which of its numbers is the month, nobody can tell. */
const AMBIGUOUS_DATE = /^\d{1,2}\/\d{1,2}\/\d{2,4}$/

/** As Excel shows it, but a date of numbers alone year first; a formula that was never calculated as itself. */
function textOf({ v: value, w: shown, f: formula }: CellObject): string {
  if (value instanceof Date && (shown === undefined || AMBIGUOUS_DATE.test(shown))) return value.toISOString().slice(0, 10)
  if (shown !== undefined) return shown.trim()
  if (value !== undefined && value !== null) return String(value).trim()
  return formula === undefined ? '' : `=${formula}`
}

function pageOf(name: string, grid: Grid, sheets: number): OfficePage {
  const body = [gridToMarkdown(grid.shown), grid.comments.join('\n')].filter((piece) => piece !== '').join('\n\n')
  const heading = body !== '' && (sheets > 1 || !UNNAMED.test(name)) ? [`# ${name}`] : []
  const hidden = gridToMarkdown(grid.hidden)
  return { text: [...heading, body].join('\n\n'), title: name, hidden: hidden === '' ? [] : [hidden] }
}
