import type { StateChange, StateDiff } from '@countersign/client'
import { formatTable } from './format-table.ts'
import { formatCount, formatValue } from './format-values.ts'
import type { Colors, Printer } from './printer.ts'

const SIGNS: Record<StateChange['kind'], { sign: string; paint: (colors: Colors, text: string) => string }> = {
  added: { sign: '+', paint: (colors, text) => colors.green(text) },
  removed: { sign: '-', paint: (colors, text) => colors.red(text) },
  changed: { sign: '~', paint: (colors, text) => colors.yellow(text) },
}

/** What differs between two states, one place a line, with a sign and never by colour alone. */
export function formatDiff(printer: Printer, { changes, more }: StateDiff, titles = { before: 'BEFORE', after: 'AFTER' }): string {
  if (changes.length === 0) return 'The states are the same.'
  const table = formatTable(
    printer,
    [
      { title: '', value: ({ kind }) => SIGNS[kind].paint(printer.colors, SIGNS[kind].sign) },
      { title: 'WHERE', value: ({ path }) => path || '/', shrink: true },
      { title: titles.before, value: (change) => (change.kind === 'added' ? '' : formatValue(change.before)), shrink: true },
      { title: titles.after, value: (change) => (change.kind === 'removed' ? '' : formatValue(change.after)), shrink: true },
    ],
    changes,
  )
  return more === 0 ? table : `${table}\n… and ${formatCount(more, 'more change', 'more changes')}`
}
