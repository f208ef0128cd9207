import type { Command } from 'commander'
import { CommandError } from '../command-error.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { formatBulk, formatComparison } from '../output/format-comparison.ts'
import { examples, type Registrar } from '../registrar.ts'

/** `countersign runs compare <a> <b>` */
export function addRunsCompare(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('compare')
    .description('two runs side by side: path, extracted fields, state, cost, what was asked')
    .argument('[a]', 'id of a run')
    .argument('[b]', 'id of the other')
    .option('--bulk <id>', 'runs that were forked or replayed together, each beside its parent')
    .addHelpText(
      'after',
      examples(
        'countersign runs compare r_4Zk… r_7Qp…',
        'countersign runs compare --bulk k_3Xd…',
        "countersign runs compare r_4Zk… r_7Qp… --json | jq '.fields[] | select(.same | not)'",
      ),
    )
  command.action(
    action(command, async ({ client, printer }, a: string | undefined, b: string | undefined, { bulk }: { bulk?: string }) => {
      const door = await client()
      if (bulk !== undefined && a === undefined) {
        const comparison = await door.compareBulk(bulk)
        printer.list(comparison.rows, () => formatBulk(printer, comparison))
        return EXIT_CODES.ok
      }
      if (a === undefined || b === undefined || bulk !== undefined)
        throw new CommandError('invalid_input', 'Name two runs, or give --bulk.')
      const comparison = await door.compareRuns(a, b)
      printer.item(comparison, () => formatComparison(printer, comparison))
      return EXIT_CODES.ok
    }),
  )
}
