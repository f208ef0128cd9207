import type { HistoryEntry } from '@countersign/client'
import type { Command } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { formatTable } from '../output/format-table.ts'
import { formatAge, formatBytes } from '../output/format-values.ts'
import type { Printer } from '../output/printer.ts'
import { parseCount } from '../parse-options.ts'
import { examples, type Registrar } from '../registrar.ts'

interface Options {
  namespace?: string
  limit: number
  after?: string
}

/** `countersign runs history <run>` */
export function addRunsHistory(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('history')
    .description('every checkpoint of a run, newest first: what made it, what it changed, what was forked there')
    .argument('<run>', 'id of the run')
    .option('--namespace <ns>', 'the history of a subgraph, by the namespace that the history of the run shows')
    .option('--limit <n>', 'at most so many', parseCount, 50)
    .option('--after <cursor>', 'read on from where the last list ended')
    .addHelpText(
      'after',
      examples(
        'countersign runs history r_4Zk…',
        'countersign runs history r_4Zk… --namespace "research:6f0c…"',
        'countersign runs history r_4Zk… --json | jq -r \'select(.cause.kind == "edit") | .cause.by\'',
      ),
    )
  command.action(
    action(command, async ({ client, printer }, run: string, filter: Options) => {
      const page = await (await client()).getHistory(run, filter)
      printer.list(page.items, () => historyTable(printer, page.items))
      if (page.next !== null) printer.note(`There are more: add --after ${page.next}`)
      return EXIT_CODES.ok
    }),
  )
}

function historyTable(printer: Printer, entries: readonly HistoryEntry[]): string {
  if (entries.length === 0) return 'The run has no checkpoint yet.'
  return formatTable(
    printer,
    [
      { title: 'STEP', value: ({ step }) => String(step), align: 'right' },
      { title: 'CHECKPOINT', value: ({ id }) => id },
      { title: 'MADE BY', value: (entry) => madeBy(entry, printer), shrink: true },
      { title: 'CHANGED', value: ({ changed }) => changed.join(', '), shrink: true },
      { title: 'SIZE', value: ({ bytes }) => formatBytes(bytes), align: 'right' },
      { title: 'NEXT', value: ({ next }) => next.join(', ') || '—', shrink: true },
      { title: 'BELOW', value: below, shrink: true },
      { title: 'AGE', value: ({ at }) => formatAge(at), align: 'right' },
    ],
    entries,
  )
}

function madeBy({ nodes, cause }: HistoryEntry, { colors }: Printer): string {
  const who = cause.by === null ? '' : ` by ${cause.by}`
  const why = cause.reason === null ? '' : `: ${cause.reason}`
  if (cause.kind === 'loop') return nodes.join(', ') || 'start'
  return `${colors.yellow(cause.kind)}${who}${why}${nodes.length > 0 ? ` (${nodes.join(', ')})` : ''}`
}

/** Subgraphs that ran after it, and runs that were forked from it. */
function below({ subgraphs, forks }: HistoryEntry): string {
  const inside = subgraphs.map(({ namespace, checkpoints }) => `${namespace} (${checkpoints})`)
  return [...inside, ...forks.map((run) => `fork ${run}`)].join(', ')
}
