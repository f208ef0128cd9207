import type { RunStatus, RunSummary, StallView } from '@countersign/client'
import { type Command, Option } from 'commander'
import { EXIT_CODES, type ExitCode } from '../exit-codes.ts'
import { formatTable } from '../output/format-table.ts'
import { formatAge, formatStatus } from '../output/format-values.ts'
import type { Printer } from '../output/printer.ts'
import { parseCount } from '../parse-options.ts'
import { examples, type Registrar } from '../registrar.ts'
import type { Session } from '../session.ts'

const STATUSES: readonly RunStatus[] = ['running', 'waiting', 'parked', 'done', 'aborted', 'cancelled']

interface Options {
  status?: RunStatus
  graph?: string
  bulk?: string
  replays?: boolean
  stalled?: boolean
  text?: string
  limit: number
  after?: string
}

/** `countersign runs list` */
export function addRunsList(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('list')
    .description('runs, newest first')
    .addOption(new Option('--status <status>', 'only runs in this state').choices(STATUSES))
    .option('--graph <name>', 'only runs of this graph')
    .option('--bulk <id>', 'only runs that were forked or replayed together')
    .option('--replays', 'only replays; they are left out otherwise')
    .option('--stalled', 'only runs that nothing moves, longest first, and why')
    .option('--text <words>', 'only runs whose title holds these words')
    .option('--limit <n>', 'at most so many', parseCount, 50)
    .option('--after <cursor>', 'read on from where the last list ended')
    .addHelpText(
      'after',
      examples(
        'countersign runs list',
        'countersign runs list --status parked',
        'countersign runs list --stalled',
        "countersign runs list --json | jq -r 'select(.openReviews != []) | .id'",
      ),
    )
  command.action(action(command, (session, options: Options) => (options.stalled ? listStalled(session) : listAll(session, options))))
}

async function listAll({ client, printer }: Session, { stalled: _no, replays, ...filter }: Options): Promise<ExitCode> {
  const page = await (await client()).listRuns({ ...filter, ...(replays && { sandbox: true }) })
  printer.list(page.items, () => runsTable(printer, page.items))
  if (page.next !== null) printer.note(`There are more: add --after ${page.next}`)
  return EXIT_CODES.ok
}

async function listStalled({ client, printer }: Session): Promise<ExitCode> {
  const stalls = await (await client()).listStalls()
  printer.list(stalls, () => stallsTable(printer, stalls))
  return EXIT_CODES.ok
}

const WHY: Record<StallView['reason'], string> = {
  decided_not_resumed: 'decided, not resumed',
  not_started: 'not started: Temporal has not begun it',
  no_worker: 'no worker for its queue',
  heartbeat_lost: 'heartbeat lost',
  workflow_lost: 'Temporal does not know it any more',
}

function stallsTable(printer: Printer, stalls: readonly StallView[]): string {
  if (stalls.length === 0) return 'No run stands still.'
  return formatTable(
    printer,
    [
      { title: 'RUN', value: ({ run }) => run },
      { title: 'GRAPH', value: ({ graph }) => graph },
      { title: 'WHY', value: ({ reason }) => printer.colors.yellow(WHY[reason]), shrink: true },
      {
        title: 'WHERE',
        value: ({ data }) =>
          Object.entries(data)
            .map((entry) => entry.join(' '))
            .join(', '),
        shrink: true,
      },
      { title: 'TITLE', value: ({ title }) => title, shrink: true },
      { title: 'SINCE', value: ({ since }) => formatAge(since), align: 'right' },
    ],
    stalls,
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
