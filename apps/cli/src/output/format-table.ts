import Table from 'cli-table3'
import type { Printer } from './printer.ts'

/** One column: `shrink` columns give way, longest first, when the terminal is too narrow; ids never do. */
export interface Column<T> {
  title: string
  value: (item: T) => string
  shrink?: boolean
  align?: 'right'
}

const GAP = 2
const NARROWEST = 8
const NO_LINES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: ' '.repeat(GAP),
}

/** Lines of text in columns that fit the terminal; too long values end in "…". */
export function formatTable<T>(printer: Pick<Printer, 'colors' | 'width'>, columns: readonly Column<T>[], items: readonly T[]): string {
  const rows = items.map((item) => columns.map((column) => column.value(item)))
  const wanted = columns.map((column, index) => Math.max(displayWidth(column.title), ...rows.map((row) => displayWidth(row[index] ?? ''))))
  const widths = fitWidths(
    wanted,
    columns.map((column) => column.shrink === true),
    printer.width,
  )
  const table = new Table({
    chars: NO_LINES,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
    head: columns.map((column) => printer.colors.dim(column.title)),
    colWidths: widths,
    colAligns: columns.map((column) => column.align ?? 'left'),
  })
  table.push(...rows.map((row) => row.map(onOneLine)))
  return trimEnds(table.toString())
}

/**
 * Widths of columns within `width`: those that may shrink are cut back together, the widest first.
 * Below {@link NARROWEST} a column says nothing, so a very narrow terminal wraps rather than loses words.
 */
export function fitWidths(wanted: readonly number[], shrinkable: readonly boolean[], width: number): number[] {
  const widths = [...wanted]
  const total = () => widths.reduce((sum, each) => sum + each, 0) + GAP * Math.max(0, widths.length - 1)
  while (total() > width) {
    const candidates = widths.map((each, index) => ({ each, index })).filter(({ each, index }) => shrinkable[index] && each > NARROWEST)
    const widest = candidates.sort((a, b) => b.each - a.each)[0]
    if (widest === undefined) break
    widths[widest.index] = widest.each - 1
  }
  return widths
}

/** Labelled values, one a line, the labels in one column. */
export function formatFacts(printer: Pick<Printer, 'colors'>, facts: readonly (readonly [string, string | null])[]): string {
  const known = facts.filter((fact): fact is readonly [string, string] => fact[1] !== null && fact[1] !== '')
  const widest = Math.max(0, ...known.map(([label]) => label.length))
  return known.map(([label, value]) => `${printer.colors.dim(label.padEnd(widest))}  ${value}`).join('\n')
}

const WIDE = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60\p{Emoji_Presentation}]/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what starts a colour
const COLOUR = /\u001b\[[0-9;]*m/g

/** Columns that a text takes in a terminal: Chinese, Japanese and Korean letters and emoji take two, colours none. */
export function displayWidth(text: string): number {
  const plain = onOneLine(text)
    .replaceAll(COLOUR, '')
    .replaceAll(/\p{Mark}/gu, '')
  return [...plain].length + (plain.match(WIDE)?.length ?? 0)
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n\t]+\s*/g, ' ')
}

function trimEnds(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}
