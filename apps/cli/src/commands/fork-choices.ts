import type { BulkFork, CountersignClient, ForkInput } from '@countersign/client'
import type { Command } from 'commander'
import { CommandError } from '../command-error.ts'
import { nameCheckpoint } from '../name-checkpoint.ts'
import { formatTable } from '../output/format-table.ts'
import { formatCount } from '../output/format-values.ts'
import type { Printer } from '../output/printer.ts'
import { collectNames, parseSeconds, parseWhole } from '../parse-options.ts'

/** Where in one run a fork or a replay starts, and how it goes on. */
export interface PlaceOptions {
  checkpoint?: string
  step?: number
  namespace?: string
  nodes?: string[]
  graphVersion?: string
  reason?: string
  wait?: boolean
  timeout?: number
}

/** Gives a command the options of where to start and how to go on. */
export function addPlaceOptions(command: Command, { start }: { start: string }): Command {
  return command
    .option('--checkpoint <id>', `start from this checkpoint: its id, its step, or "start" for the input (default: ${start})`)
    .option('--step <n>', 'the same by step', parseWhole)
    .option('--namespace <ns>', 'of a subgraph, whose checkpoint it is: goes on in its middle')
    .option('--nodes <names>', 'of several parallel nodes run only these anew (a,b)', collectNames)
    .option('--graph-version <version>', 'go on in this version of the graph (--version does the same)')
    .option('--reason <text>', 'why; shown wherever the new run is')
    .option('--wait', 'wait until it has ended or needs a person')
    .option('--timeout <time>', 'with --wait: at most so long (90s, 15m, 2h)', parseSeconds)
}

/** The checkpoint that is meant, and what goes with it. Throws `invalid_input`, `not_found`. */
export async function placeOf(
  client: CountersignClient,
  run: string,
  { checkpoint, step, namespace, nodes }: PlaceOptions,
): Promise<Pick<ForkInput, 'checkpoint' | 'namespace' | 'nodes'>> {
  if (checkpoint !== undefined && step !== undefined) throw new CommandError('invalid_input', 'Give --checkpoint or --step, not both.')
  const named = checkpoint ?? step?.toString()
  const id = named === undefined ? undefined : await nameCheckpoint(client, run, named, namespace)
  return { checkpoint: id, namespace, nodes }
}

/** Options that mean one run's place, by their names, for refusing them where many runs are selected. */
export const placeNames = ({ checkpoint, step, namespace, nodes }: PlaceOptions): Record<string, unknown> => ({
  '--checkpoint': checkpoint,
  '--step': step,
  '--namespace': namespace,
  '--nodes': nodes,
})

/** What became of each of many runs, or what would. */
export function bulkTable(printer: Printer, { matched, items }: BulkFork): string {
  if (items.length === 0) return 'No run fits.'
  const { colors } = printer
  const table = formatTable(
    printer,
    [
      { title: 'RUN', value: ({ run }) => run },
      { title: 'TITLE', value: ({ title }) => title, shrink: true },
      { title: 'FROM STEP', value: ({ step }) => (step === null ? '—' : String(step)), align: 'right' },
      {
        title: 'NEW RUN',
        value: ({ fork, refused }) => fork ?? (refused === null ? '' : colors.red(`✕ ${refused.message}`)),
        shrink: true,
      },
    ],
    items,
  )
  return matched > items.length ? `${table}\n\n${formatCount(matched, 'run fits', 'runs fit')}; --limit takes more than these.` : table
}
