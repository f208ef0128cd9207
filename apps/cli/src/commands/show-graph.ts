import type { Command } from 'commander'
import { CommandError } from '../command-error.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { examples, type Registrar } from '../registrar.ts'

/** `countersign graph show <name>` */
export function addGraphShow(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('show')
    .description('a graph as a Mermaid drawing (https://mermaid.js.org) or as SVG')
    .argument('<name>', 'name of the graph')
    .option('--graph-version <version>', 'this version (default: the one registered last)')
    .option('--svg', 'an SVG file instead of Mermaid')
    .addHelpText(
      'after',
      examples(
        'countersign graph show ingest',
        'countersign graph show ingest > ingest.mmd',
        'countersign graph show ingest --svg > ingest.svg',
        "countersign graph show ingest --json | jq '.edges | length'",
      ),
    )
  command.action(
    action(command, async ({ client, printer }, name: string, options: { graphVersion?: string; svg?: boolean }) => {
      const graphs = await (await client()).listGraphs()
      const named = graphs.filter((graph) => graph.name === name)
      const graph = options.graphVersion === undefined ? named.at(-1) : named.find(({ version }) => version === options.graphVersion)
      if (graph === undefined) {
        const known = graphs.map((one) => `${one.name}@${one.version}`).join(', ') || 'none'
        throw new CommandError(
          'not_found',
          `There is no graph ${name}${options.graphVersion === undefined ? '' : `@${options.graphVersion}`}. Registered: ${known}.`,
        )
      }
      if (options.svg) {
        const { drawSvg } = await import('@countersign/client/drawing')
        printer.item({ ...graph, svg: drawSvg(graph) }, () => drawSvg(graph).trimEnd())
      } else {
        printer.item(graph, () => graph.mermaid)
      }
      return EXIT_CODES.ok
    }),
  )
}
