import type { Command } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { formatTable } from '../output/format-table.ts'
import { examples, type Registrar } from '../registrar.ts'

/** `countersign graph list` */
export function addGraphList(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('list')
    .description('the graphs that workers have registered')
    .addHelpText('after', examples('countersign graph list', 'countersign graph list --json | jq -r .name'))
  command.action(
    action(command, async ({ client, printer }) => {
      const graphs = await (await client()).listGraphs()
      printer.list(graphs, () =>
        graphs.length === 0
          ? 'No graph is registered. A worker registers its graphs when it starts.'
          : formatTable(
              printer,
              [
                { title: 'GRAPH', value: (graph) => graph.name },
                { title: 'VERSION', value: (graph) => graph.version },
                {
                  title: 'NODES',
                  value: (graph) =>
                    graph.nodes
                      .filter(({ kind }) => kind === 'node' || kind === 'subgraph')
                      .map(({ id }) => id)
                      .join(', '),
                  shrink: true,
                },
              ],
              graphs,
            ),
      )
      return EXIT_CODES.ok
    }),
  )
}
