import type { GraphVersion } from '@countersign/client'
import type { Command } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { formatTable } from '../output/format-table.ts'
import { formatAge } from '../output/format-values.ts'
import type { Printer } from '../output/printer.ts'
import { examples, type Registrar } from '../registrar.ts'

/** `countersign graph versions` */
export function addGraphVersions(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('versions')
    .description('every registered version of every graph, newest first, and how many runs are on it')
    .argument('[name]', 'only versions of this graph')
    .addHelpText(
      'after',
      examples(
        'countersign graph versions',
        'countersign graph versions ingest',
        "countersign graph versions --json | jq 'select(.waiting + .parked > 0)'",
      ),
    )
  command.action(
    action(command, async ({ client, printer }, name: string | undefined) => {
      const all = await (await client()).listGraphVersions()
      const versions = name === undefined ? all : all.filter((one) => one.name === name)
      printer.list(versions, () => versionsTable(printer, versions))
      return EXIT_CODES.ok
    }),
  )
}

function versionsTable(printer: Printer, versions: readonly GraphVersion[]): string {
  if (versions.length === 0) return 'No graph is registered. A worker registers its graphs when it starts.'
  const { colors } = printer
  const count = (number: number, paint: (text: string) => string) => (number === 0 ? colors.dim('0') : paint(String(number)))
  return formatTable(
    printer,
    [
      { title: 'GRAPH', value: ({ name }) => name },
      { title: 'VERSION', value: ({ version }) => version },
      { title: 'RUNNING', value: ({ running }) => count(running, colors.blue), align: 'right' },
      { title: 'WAITING', value: ({ waiting }) => count(waiting, colors.yellow), align: 'right' },
      { title: 'PARKED', value: ({ parked }) => count(parked, colors.red), align: 'right' },
      { title: 'ENDED', value: ({ ended }) => count(ended, String), align: 'right' },
      { title: 'TAKES OVER', value: ({ migratesFrom }) => migratesFrom.join(', ') },
      { title: 'REGISTERED', value: ({ registeredAt }) => `${formatAge(registeredAt)} ago`, align: 'right' },
    ],
    versions,
  )
}
