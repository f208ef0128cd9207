import type { ChunkKind } from '@countersign/workflows/contract'

/** A table, a piece of code or a formula in a text, by its offsets. */
export interface ComplexBlock {
  kind: Exclude<ChunkKind, 'text'>
  start: number
  end: number
}

interface Line {
  text: string
  start: number
  end: number
}

const FENCE = /^\s*(`{3,}|~{3,})/
const TABLE_RULE = /^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$/
const TABLE_ROW = /^\s*\|.*\|\s*$|\S\s+\|\s+\S/
const DISPLAY_MATH = [
  { open: /^\s*\$\$/, close: /\$\$\s*$/ },
  { open: /^\s*\\\[/, close: /\\\]\s*$/ },
  {
    open: /^\s*\\begin\{(?:equation|align|gather|multline|eqnarray)\*?\}/,
    close: /\\end\{(?:equation|align|gather|multline|eqnarray)\*?\}/,
  },
]
const LONGEST_FORMULA = 60

/** The tables, code blocks and displayed formulas of a text in Markdown's and LaTeX's marks, in order, none inside another. */
export function findComplexBlocks(text: string): ComplexBlock[] {
  const lines = linesOf(text)
  const blocks: ComplexBlock[] = []
  let at = 0
  while (at < lines.length) {
    const found = fencedCode(lines, at) ?? displayedFormula(lines, at) ?? table(lines, at)
    if (found === null) {
      at += 1
      continue
    }
    blocks.push({ kind: found.kind, start: lines[at]?.start ?? 0, end: lines[found.last]?.end ?? text.length })
    at = found.last + 1
  }
  return blocks
}

interface Found {
  kind: ComplexBlock['kind']
  /** Index of its last line. */
  last: number
}

function linesOf(text: string): Line[] {
  let start = 0
  return text.split('\n').map((line) => {
    const own = { text: line, start, end: start + line.length }
    start += line.length + 1
    return own
  })
}

/** From its fence to the closing one; a fence that is never closed fences the rest. */
function fencedCode(lines: readonly Line[], at: number): Found | null {
  const mark = FENCE.exec(lines[at]?.text ?? '')?.[1]
  if (mark === undefined) return null
  const closing = lines.findIndex((line, index) => index > at && line.text.trim().startsWith(mark) && /^\s*[`~]+\s*$/.test(line.text))
  return { kind: 'code', last: closing === -1 ? lines.length - 1 : closing }
}

function displayedFormula(lines: readonly Line[], at: number): Found | null {
  const first = lines[at]?.text ?? ''
  const marks = DISPLAY_MATH.find(({ open }) => open.test(first))
  if (marks === undefined) return null
  const rest = first.replace(marks.open, '')
  if (marks.close.test(rest)) return { kind: 'formula', last: at }
  const last = lines.findIndex((line, index) => index > at && marks.close.test(line.text))
  return last === -1 || last - at > LONGEST_FORMULA ? null : { kind: 'formula', last }
}

/** A row, the rule below it, and the rows that follow. */
function table(lines: readonly Line[], at: number): Found | null {
  const rule = lines[at + 1]?.text ?? ''
  if (!TABLE_ROW.test(lines[at]?.text ?? '') || !TABLE_RULE.test(rule) || !rule.includes('|')) return null
  let last = at + 1
  while (TABLE_ROW.test(lines[last + 1]?.text ?? '')) last += 1
  return { kind: 'table', last }
}
