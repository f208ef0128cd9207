import { writeFile } from 'node:fs/promises'
import type { GraphDescription } from '@countersign/client'
import type { Command } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { formatTable } from '../output/format-table.ts'
import type { Printer } from '../output/printer.ts'
import { examples, type Registrar } from '../registrar.ts'

/** `countersign graph describe` */
export function addGraphDescribe(parent: Command, { action, context }: Registrar): void {
  const command = parent
    .command('describe')
    .description("what this project's worker would register, for `graph check` elsewhere; needs no database and no worker")
    .option('--out <file>', 'write it to this file, as JSON')
    .addHelpText('after', examples('countersign graph describe', 'countersign graph describe --out graphs.json'))
  command.action(
    action(command, async ({ printer }, { out }: { out?: string }) => {
      const graphs = await context.describeGraphs(context.env)
      if (out === undefined) printer.item(graphs, () => graphsTable(printer, graphs))
      else {
        await writeFile(out, `${JSON.stringify(graphs, null, 2)}\n`)
        printer.note(`${graphs.length} described in ${out}`)
      }
      return EXIT_CODES.ok
    }),
  )
}

const graphsTable = (printer: Printer, graphs: readonly GraphDescription[]): string =>
  formatTable(
    printer,
    [
      { title: 'GRAPH', value: ({ name }) => name },
      { title: 'VERSION', value: ({ version }) => version },
      { title: 'TAKES OVER', value: ({ migratesFrom }) => migratesFrom.join(', ') },
      { title: 'NODES', value: ({ nodes }) => nodes.join(', '), shrink: true },
      { title: 'STATE', value: ({ stateSchema }) => keysOf(stateSchema).join(', '), shrink: true },
    ],
    graphs,
  )

const keysOf = ({ properties }: GraphDescription['stateSchema']): string[] =>
  typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
