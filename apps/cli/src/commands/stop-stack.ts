import type { Command } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { examples, type Registrar } from '../registrar.ts'

/** `countersign stack stop` */
export function addStackStop(parent: Command, { action, context }: Registrar): void {
  const command = parent
    .command('stop')
    .description('stop what `stack start` started; data stays')
    .addHelpText('after', examples('countersign stack stop'))
  command.action(
    action(command, async ({ printer }) => {
      const { stopStack } = await context.localStack()
      const stopped = await stopStack(context.env.COUNTERSIGN_HOME)
      printer.item({ stopped }, () => (stopped.length === 0 ? 'Nothing was running.' : `Stopped: ${stopped.join(', ')}`))
      return EXIT_CODES.ok
    }),
  )
}
