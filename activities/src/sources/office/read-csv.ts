import Papa from 'papaparse'
import { decodeText, encodingProblem } from '../decode-text.ts'
import { gridToMarkdown, markdownTable } from '../markdown-table.ts'
import { checkLimit, type OfficeLimits, type OfficeText } from './office-protocol.ts'

const SEPARATORS = [',', ';', '\t', '|']

/** A table of comma- or otherwise separated values in any encoding, as one Markdown table. */
export function readCsv(bytes: Uint8Array, limits: OfficeLimits): OfficeText {
  const decoded = decodeText(bytes)
  const text = decoded.text.replace(/^\ufeff/, '')
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: separatorOf(text), preview: limits.rows + 1 })
  checkLimit('rows', data.length, limits.rows)
  checkLimit(
    'cells',
    data.reduce((sum, row) => sum + row.length, 0),
    limits.cells,
  )
  const problems = [
    ...[encodingProblem(decoded) ?? []].flat(),
    ...errors
      .filter(({ type }) => type === 'Quotes')
      .slice(0, 1)
      .map(({ row }) => `a quote is not closed as it should be in row ${(row ?? 0) + 1}`),
  ]
  const rows = data.filter((row) => row.some((cell) => cell.trim() !== ''))
  // One column is a table too when somebody made a table of it.
  const table = Math.max(0, ...rows.map((row) => row.length)) > 1 ? gridToMarkdown(rows) : markdownTable(rows)
  return { title: null, pages: [{ text: table, problem: problems.length === 0 ? undefined : problems.join('; ') }] }
}

/** Looked for without the empty lines, which would count as rows of one cell. */
function separatorOf(text: string): string {
  return Papa.parse(text, { delimitersToGuess: SEPARATORS, skipEmptyLines: true, preview: 20 }).meta.delimiter
}
