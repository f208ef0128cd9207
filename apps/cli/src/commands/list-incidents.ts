import type { IncidentGroup } from '@countersign/client'
import type { Command } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { formatTable } from '../output/format-table.ts'
import { formatAge } from '../output/format-values.ts'
import type { Printer } from '../output/printer.ts'
import { examples, type Registrar } from '../registrar.ts'

/** `countersign incidents list` */
export function addIncidentsList(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('list')
    .description('parked runs by what stopped them, the largest group first')
    .addHelpText('after', examples('countersign incidents list', "countersign incidents list --json | jq -r '.code'"))
  command.action(
    action(command, async ({ client, printer }) => {
      const groups = await (await client()).listIncidentGroups()
      printer.list(groups, () => incidentsTable(printer, groups))
      return EXIT_CODES.ok
    }),
  )
}

function incidentsTable(printer: Printer, groups: readonly IncidentGroup[]): string {
  if (groups.length === 0) return 'No run is parked.'
  return formatTable(
    printer,
    [
      { title: 'RUNS', value: ({ count }) => String(count), align: 'right' },
      { title: 'GRAPH', value: ({ graph, version }) => `${graph}@${version}` },
      { title: 'NODE', value: ({ node }) => node },
      { title: 'CODE', value: ({ code }) => printer.colors.red(code) },
      { title: 'MESSAGE', value: ({ message }) => message, shrink: true },
      { title: 'NEWEST', value: ({ review }) => review },
      { title: 'OLDEST', value: ({ oldest }) => formatAge(oldest), align: 'right' },
    ],
    groups,
  )
}
