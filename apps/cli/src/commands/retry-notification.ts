import type { Command } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { parseCount } from '../parse-options.ts'
import { examples, type Registrar } from '../registrar.ts'

/** `countersign notifications retry <id>` */
export function addNotificationsRetry(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('retry')
    .description('try a dead notification again, under the id it had')
    .argument('<id>', 'number of the notification', parseCount)
    .addHelpText('after', examples('countersign notifications retry 17'))
  command.action(
    action(command, async ({ client, printer }, id: number) => {
      await (await client()).retryDelivery(id)
      printer.item({ notification: id, status: 'pending' }, () => `Notification ${id} is tried again`)
      return EXIT_CODES.ok
    }),
  )
}
