import type { Command } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { examples, type Registrar } from '../registrar.ts'

/** `countersign runs cancel <run>` */
export function addRunsCancel(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('cancel')
    .description('ask a run to stop; the node under way stops first')
    .argument('<run>', 'id of the run')
    .addHelpText('after', examples('countersign runs cancel r_4Zk…'))
  command.action(
    action(command, async ({ client, printer }, run: string) => {
      await (await client()).cancelRun(run)
      printer.item({ run, cancelling: true }, () => `${run} is asked to stop`)
      return EXIT_CODES.ok
    }),
  )
}
