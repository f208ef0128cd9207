import type { PageLine } from '@countersign/workflows/contract'
import { isRightToLeft } from './pdf/rtl-row.ts'

/**
 * The text of a page from its lines in reading order: lines side by side are joined by two spaces, a gap of more than most of a
 * line starts a paragraph.
 */
export function pageText(lines: readonly PageLine[]): string {
  let text = ''
  let last: PageLine | undefined
  for (const line of lines) {
    if (last !== undefined) text += separator(last, line)
    text += line.text
    last = line
  }
  return text
}

function separator(last: PageLine, line: PageLine): string {
  if (onOneRow(last, line) && (line.x >= last.x + last.w - 0.002 || isNextToTheLeft(last, line))) return '  '
  const gap = line.y - (last.y + last.h)
  return gap > Math.min(last.h, line.h) * 0.7 || gap < -last.h * 3 ? '\n\n' : '\n'
}

/** A row that is read from right to left goes on there. */
function isNextToTheLeft(last: PageLine, line: PageLine): boolean {
  return line.x + line.w <= last.x + 0.002 && isRightToLeft(last.text + line.text)
}

/** Whether two lines overlap in height by more than half of the lower one. */
function onOneRow(a: PageLine, b: PageLine): boolean {
  const overlap = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y)
  return overlap > Math.min(a.h, b.h) * 0.5
}
