import type { RetentionInput, RetentionPolicy } from '@countersign/client'
import { type Command, Option } from 'commander'
import { CommandError } from '../command-error.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { formatTable } from '../output/format-table.ts'
import { formatAge, formatCount } from '../output/format-values.ts'
import type { Printer } from '../output/printer.ts'
import { parseWhole } from '../parse-options.ts'
import { examples, type Registrar } from '../registrar.ts'

// Not the client's own list: `--help` must not load a database driver. The compiler compares them.
const KEEPS: Record<RetentionInput['keep'], string> = {
  all: 'all checkpoints are kept',
  ends: 'the first and the last checkpoint are kept',
  none: 'no checkpoint is kept; the run, its reviews and its audit entries stay',
}

/** `countersign retention list` */
export function addRetentionList(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('list')
    .description('how long the checkpoints of ended runs are kept, by graph')
    .addHelpText('after', examples('countersign retention list', 'countersign retention list --json | jq \'select(.graph == "*")\''))
  command.action(
    action(command, async ({ client, printer }) => {
      const policies = await (await client()).listRetention()
      printer.list(policies, () => policiesTable(printer, policies))
      return EXIT_CODES.ok
    }),
  )
}

interface Options {
  days?: number
  keep?: RetentionInput['keep']
  remove?: boolean
}

/** `countersign retention set <graph>` */
export function addRetentionSet(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('set')
    .description(
      'say how long the checkpoints of ended runs of a graph are kept; `retention apply` deletes, and a worker does so once a day',
    )
    .argument('<graph>', 'name of a graph; "*": every graph without a policy of its own')
    .option('--days <n>', 'days after the end of a run', parseWhole)
    .addOption(new Option('--keep <what>', 'what stays then: all, ends (the first and the last) or none').choices(Object.keys(KEEPS)))
    .option('--remove', 'take the policy away')
    .addHelpText(
      'after',
      examples(
        "countersign retention set '*' --days 90 --keep ends",
        'countersign retention set ingest --days 30 --keep none',
        'countersign retention set ingest --remove',
      ),
    )
  command.action(
    action(command, async ({ client, printer }, graph: string, options: Options) => {
      const policy = policyOf(options)
      await (await client()).setRetention(graph, policy)
      printer.item({ graph, policy }, () =>
        policy === null ? `${graph} has no policy of its own any more` : `${graph}: ${describe(policy)}`,
      )
      return EXIT_CODES.ok
    }),
  )
}

function policyOf({ days, keep, remove }: Options): RetentionInput | null {
  if (remove && days === undefined && keep === undefined) return null
  if (remove || days === undefined || keep === undefined) throw new CommandError('invalid_input', 'Give --days and --keep, or --remove.')
  return { days, keep }
}

const describe = ({ days, keep }: RetentionInput): string => `${formatCount(days, 'day')} after the end, ${KEEPS[keep]}`

function policiesTable(printer: Printer, policies: readonly RetentionPolicy[]): string {
  if (policies.length === 0) return 'No policy is set: everything is kept.'
  return formatTable(
    printer,
    [
      { title: 'GRAPH', value: ({ graph }) => graph },
      { title: 'POLICY', value: describe, shrink: true },
      { title: 'SET BY', value: ({ updatedBy }) => updatedBy },
      { title: 'AGE', value: ({ updatedAt }) => formatAge(updatedAt), align: 'right' },
    ],
    policies,
  )
}
