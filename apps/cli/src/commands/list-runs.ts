import type { RunStatus, RunSummary } from '@countersign/client'
import { type Command, Option } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { formatTable } from '../output/format-table.ts'
import { formatAge, formatStatus } from '../output/format-values.ts'
import type { Printer } from '../output/printer.ts'
import { parseCount } from '../parse-options.ts'
import { examples, type Registrar } from '../registrar.ts'

const STATUSES: readonly RunStatus[] = ['running', 'waiting', 'parked', 'done', 'aborted', 'cancelled']

/** `countersign runs list` */
export function addRunsList(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('list')
    .description('runs, newest first')
    .addOption(new Option('--status <status>', 'only runs in this state').choices(STATUSES))
    .option('--graph <name>', 'only runs of this graph')
    .option('--text <words>', 'only runs whose title holds these words')
    .option('--limit <n>', 'at most so many', parseCount, 50)
    .option('--after <cursor>', 'read on from where the last list ended')
    .addHelpText(
      'after',
      examples(
        'countersign runs list',
        'countersign runs list --status parked',
        "countersign runs list --json | jq -r 'select(.openReviews != []) | .id'",
      ),
    )
  command.action(
    action(
      command,
      async ({ client, printer }, options: { status?: RunStatus; graph?: string; text?: string; limit: number; after?: string }) => {
        const { status, graph, text, limit, after } = options
        const page = await (await client()).listRuns({ status, graph, text, limit, after })
        printer.list(page.items, () => runsTable(printer, page.items))
        if (page.next !== null) printer.note(`There are more: add --after ${page.next}`)
        return EXIT_CODES.ok
      },
    ),
  )
}

function runsTable(printer: Printer, runs: readonly RunSummary[]): string {
  if (runs.length === 0) return 'No runs. Start with: countersign ingest <file>'
  return formatTable(
    printer,
    [
      { title: 'RUN', value: (run) => run.id },
      { title: 'STATE', value: (run) => formatStatus(run.status, printer.colors, run.partial) },
      { title: 'GRAPH', value: (run) => `${run.graph}@${run.version}`, shrink: true },
      { title: 'TITLE', value: (run) => run.title, shrink: true },
      { title: 'AT', value: (run) => run.error?.message ?? run.next.join(', '), shrink: true },
      { title: 'AGE', value: (run) => formatAge(run.createdAt), align: 'right' },
    ],
    runs,
  )
}
