import { plainText } from './plain-text.ts'

/** Table rows of a Markdown text, each as its cells' plain text; rulers, empty rows and rows of one cell left out. */
function tableRows(markdown: string): string[][] {
  return markdown
    .split('\n')
    .filter((line) => /^\|.*\|\s*$/.test(line) && !/^\|(?:\s*:?-+:?\s*\|)+\s*$/.test(line))
    .map((line) => line.trim().slice(1, -1).split('|').map(plainText).filter(Boolean))
    .filter((cells) => cells.length > 1)
}

/** Share of the expected rows whose cells stand in one line of the text, in order; null where no table is expected. */
export function rowsKept(text: string, markdown: string): number | null {
  const rows = tableRows(markdown)
  if (rows.length === 0) return null
  const lines = text.split('\n').map((line) => plainText(line.replaceAll('|', ' ')).replaceAll(' ', ''))
  const kept = rows.filter((cells) => lines.some((line) => line.includes(cells.join('').replaceAll(' ', ''))))
  return kept.length / rows.length
}
