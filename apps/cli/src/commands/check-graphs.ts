import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { GraphCheck, GraphDescription } from '@countersign/client'
import type { Command } from 'commander'
import { CommandError } from '../command-error.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { formatTable } from '../output/format-table.ts'
import { formatCount } from '../output/format-values.ts'
import type { Printer } from '../output/printer.ts'
import { parseGraphs } from '../parse-graphs.ts'
import { examples, type Registrar } from '../registrar.ts'
import type { CliContext } from '../session.ts'

/** `countersign graph check` */
export function addGraphCheck(parent: Command, { action, context }: Registrar): void {
  const command = parent
    .command('check')
    .description('before a deployment: which runs could not go on with the graphs of this project; exit code 9 where there are any')
    .option('--graphs <file>', "graphs as another project's worker describes them, JSON; - reads it from the standard input")
    .addHelpText(
      'after',
      examples(
        'countersign graph check',
        'countersign graph describe --out graphs.json && countersign graph check --graphs graphs.json',
        "countersign graph check --json | jq -r '.problems[].run'",
      ),
    )
  command.action(
    action(command, async ({ client, printer }, { graphs }: { graphs?: string }) => {
      const door = await client()
      const described = graphs === undefined ? await context.describeGraphs(context.env) : await readGraphs(context, graphs)
      const check = await door.checkGraphs(described)
      printer.item(check, () => describeCheck(printer, check, described))
      return check.fine < check.checked ? EXIT_CODES.found : EXIT_CODES.ok
    }),
  )
}

async function readGraphs({ stdin }: Pick<CliContext, 'stdin'>, file: string): Promise<GraphDescription[]> {
  const source = await (file === '-' ? text(stdin) : readFile(file, 'utf8')).catch((error: Error) => {
    throw new CommandError('invalid_input', `--graphs: ${error.message}`)
  })
  return await parseGraphs(source, `--graphs ${file}`)
}

function describeCheck(printer: Printer, { checked, fine, migrated, problems }: GraphCheck, graphs: readonly GraphDescription[]): string {
  const { colors } = printer
  const named = graphs.map(({ name, version }) => `${name}@${version}`).join(', ') || 'no graph'
  const how = migrated === 0 ? '' : `, ${migrated} of them migrated`
  const head = `${formatCount(checked, 'run has', 'runs have')} not ended. With ${named}, ${fine} can go on${how}`
  if (fine === checked) return `${colors.green('✓')} ${head}.`
  const table = formatTable(
    printer,
    [
      { title: 'RUN', value: ({ run }) => run },
      { title: 'ON', value: ({ graph, version }) => `${graph}@${version}` },
      { title: 'WHY NOT', value: ({ kind }) => colors.red(kind.replace('_', ' ')) },
      { title: 'TITLE', value: ({ title }) => title, shrink: true },
      { title: 'DETAIL', value: ({ detail }) => detail, shrink: true },
    ],
    problems,
  )
  return `${colors.red('■')} ${head}, ${checked - fine} cannot.\n\n${table}`
}
