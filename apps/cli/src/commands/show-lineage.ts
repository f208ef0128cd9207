import type { Command } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { formatLineage } from '../output/format-lineage.ts'
import { examples, type Registrar } from '../registrar.ts'

/** `countersign runs lineage <run>` */
export function addRunsLineage(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('lineage')
    .description('the tree of forks and replays that a run belongs to')
    .argument('<run>', 'id of the run')
    .addHelpText(
      'after',
      examples('countersign runs lineage r_4Zk…', "countersign runs lineage r_4Zk… --json | jq -r '.runs[] | select(.sandbox) | .id'"),
    )
  command.action(
    action(command, async ({ client, printer }, run: string) => {
      const lineage = await (await client()).getLineage(run)
      printer.item(lineage, () => formatLineage(printer, lineage, run))
      return EXIT_CODES.ok
    }),
  )
}
