import type { BulkComparison, RunComparison } from '@countersign/client'
import { formatDiff } from './format-diff.ts'
import { formatTable } from './format-table.ts'
import { formatStatus, formatTook, formatValue } from './format-values.ts'
import type { Printer } from './printer.ts'

/** Two runs side by side: what they are and cost, then the places where they differ. */
export function formatComparison(printer: Printer, comparison: RunComparison): string {
  const { state, effects } = comparison
  const parts = [
    sidesTable(printer, comparison),
    comparison.samePath ? 'Both ran the same nodes.' : pathTable(printer, comparison),
    fieldsTable(printer, comparison),
    formatDiff(printer, state, { before: 'A', after: 'B' }),
    effects.length === 0 ? '' : effectsTable(printer, effects),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

function sidesTable(printer: Printer, { a, b, cost, asked }: RunComparison): string {
  const rows: [string, string, string][] = [
    ['run', a.id, b.id],
    ['state', formatStatus(a.status, printer.colors, a.partial), formatStatus(b.status, printer.colors, b.partial)],
    ['graph', `${a.graph}@${a.version}`, `${b.graph}@${b.version}`],
    ['kind', a.sandbox ? 'replay' : 'run', b.sandbox ? 'replay' : 'run'],
    ['took', formatTook(cost.a.ms / 1000), formatTook(cost.b.ms / 1000)],
    ['tokens', cost.a.tokens.toLocaleString('en'), cost.b.tokens.toLocaleString('en')],
    ['attempts', String(cost.a.attempts), String(cost.b.attempts)],
    ['asked', askedOf(asked.a), askedOf(asked.b)],
    ['error', a.error?.message ?? '', b.error?.message ?? ''],
  ]
  return formatTable(
    printer,
    [
      { title: '', value: ([label]) => printer.colors.dim(label) },
      { title: 'A', value: ([, left]) => left, shrink: true },
      { title: 'B', value: ([, , right]) => right, shrink: true },
    ],
    rows.filter(([, left, right]) => left !== '' || right !== ''),
  )
}

const askedOf = (asked: RunComparison['asked']['a']): string =>
  asked.map(({ node, verb }) => (verb === null ? node : `${node}: ${verb}`)).join(', ')

function pathTable(printer: Printer, { path }: RunComparison): string {
  return formatTable(
    printer,
    [
      { title: '', value: ({ a, b }) => (a === b ? '' : printer.colors.yellow(a === null ? '+' : b === null ? '-' : '~')) },
      { title: 'PATH OF A', value: ({ a }) => a ?? '', shrink: true },
      { title: 'PATH OF B', value: ({ b }) => b ?? '', shrink: true },
    ],
    path,
  )
}

type Reading = RunComparison['fields'][number]['a']

function fieldsTable(printer: Printer, { fields }: RunComparison): string {
  if (fields.length === 0) return ''
  const differ = fields.filter(({ same }) => !same)
  if (differ.length === 0) return `All ${fields.length} extracted fields are the same.`
  const sure = (reading: Reading) => reading?.confidence?.toFixed(2) ?? ''
  return formatTable(
    printer,
    [
      { title: 'FIELD', value: ({ name }) => name },
      { title: 'A', value: ({ a }) => formatValue(a?.value), shrink: true },
      { title: 'SURE', value: ({ a }) => sure(a), align: 'right' },
      { title: 'B', value: ({ b }) => formatValue(b?.value), shrink: true },
      { title: 'SURE', value: ({ b }) => sure(b), align: 'right' },
    ],
    differ,
  )
}

const effectsTable = (printer: Printer, effects: RunComparison['effects']): string =>
  formatTable(
    printer,
    [
      { title: 'WOULD WRITE', value: ({ name }) => name },
      { title: 'NODE', value: ({ node }) => node },
      { title: 'WHAT', value: ({ data }) => formatValue(data), shrink: true },
    ],
    effects,
  )

type Row = BulkComparison['rows'][number]

/** Forks that were made together, each beside its parent, those that differ first. */
export function formatBulk(printer: Printer, { rows, running }: BulkComparison): string {
  if (rows.length === 0) return 'No run was made.'
  const differ = rows.filter(isDifferent)
  const table = formatTable(
    printer,
    [
      { title: '', value: (row) => (isDifferent(row) ? printer.colors.yellow('~') : printer.colors.green('=')) },
      { title: 'PARENT', value: ({ parent }) => parent },
      { title: 'RUN', value: ({ run }) => run },
      { title: 'STATE', value: ({ status }) => formatStatus(status, printer.colors) },
      { title: 'TITLE', value: ({ title }) => title, shrink: true },
      { title: 'DIFFERS IN', value: differences, shrink: true },
      { title: 'ASKED', value: ({ asked }) => beside(asked.a, asked.b), align: 'right' },
      { title: 'TOKENS', value: ({ cost }) => beside(cost.a.tokens, cost.b.tokens), align: 'right' },
      { title: 'TOOK', value: ({ cost }) => `${formatTook(cost.a.ms / 1000)} → ${formatTook(cost.b.ms / 1000)}`, align: 'right' },
    ],
    [...differ, ...rows.filter((row) => !isDifferent(row))],
  )
  const still = running === 0 ? '' : `, ${running} still under way`
  return `${table}\n\n${differ.length} of ${rows.length} differ${still}`
}

function isDifferent({ samePath, keys, fields, error }: Row): boolean {
  return !samePath || keys.length > 0 || fields.length > 0 || error !== null
}

function differences({ samePath, keys, fields, error }: Row): string {
  const values = fields.map(({ name, a, b }) => `${name}: ${formatValue(a)} → ${formatValue(b)}`)
  const rest = keys.length > 0 ? [`state: ${keys.join(', ')}`] : []
  return [...(error === null ? [] : [error]), ...(samePath ? [] : ['path']), ...values, ...rest].join('; ')
}

const beside = (a: number, b: number): string => (a === b ? String(a) : `${a} → ${b}`)
