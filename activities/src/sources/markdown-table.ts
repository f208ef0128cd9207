/** Rows of cells as a Markdown table, the first row as its head; rows that are too short are filled up. '' for no row. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const width = Math.max(0, ...rows.map((row) => row.length))
  const [head, ...body] = rows
  if (head === undefined || width === 0) return ''
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, at) => escapeCell(cells[at] ?? '')).join(' | ')} |`
  return [line(head), `|${' --- |'.repeat(width)}`, ...body.map(line)].join('\n')
}

const escapeCell = (text: string): string => text.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|')

/**
 * What a grid of cells holds: blocks of rows with an empty row between them, without empty columns; a line alone above a table is its
 * title, a block of one column is text.
 */
export function gridToMarkdown(rows: readonly (readonly string[])[]): string {
  return splitAtEmpty(rows)
    .map(blockToMarkdown)
    .filter((block) => block !== '')
    .join('\n\n')
}

const filled = (row: readonly string[]): number => row.filter((cell) => cell.trim() !== '').length

function splitAtEmpty(rows: readonly (readonly string[])[]): string[][][] {
  const blocks: string[][][] = []
  let block: string[][] = []
  for (const row of [...rows, []]) {
    if (filled(row) > 0) block.push([...row])
    else if (block.length > 0) {
      blocks.push(block)
      block = []
    }
  }
  return blocks
}

function blockToMarkdown(block: readonly (readonly string[])[]): string {
  const width = Math.max(...block.map((row) => row.length))
  const used = Array.from({ length: width }, (_, at) => at).filter((at) => block.some((row) => (row[at] ?? '').trim() !== ''))
  const rows = block.map((row) => used.map((at) => row[at] ?? ''))
  if (used.length === 1) return rows.map(([cell = '']) => cell.trim()).join('\n')
  const start = rows.findIndex((row) => filled(row) > 1)
  if (start === -1) return rows.map((row) => row.join(' ').trim()).join('\n')
  const title = rows.slice(0, start).map((row) => row.join(' ').trim())
  return [...title, markdownTable(rows.slice(start))].join('\n\n')
}
