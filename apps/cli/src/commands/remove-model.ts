import type { Command } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { formatBytes } from '../output/format-values.ts'
import { examples, type Registrar } from '../registrar.ts'
import { asModelsError } from './models-error.ts'

/** `countersign models remove <model>` */
export function addModelsRemove(parent: Command, { action, context }: Registrar): void {
  const command = parent
    .command('remove')
    .description('take an installed model away; a worker that has it loaded goes on with it until it is unloaded')
    .argument('<model>', 'name of the model, as `models list` shows it')
    .addHelpText('after', examples('countersign models remove smollm2-135m'))
  command.action(
    action(command, async ({ printer }, name: string) => {
      const { removeModel } = await context.localStack()
      try {
        const removed = await removeModel(name, { env: context.env })
        printer.item(removed, () => `${name} is removed: ${formatBytes(removed.bytes)} freed`)
        return EXIT_CODES.ok
      } catch (error) {
        throw asModelsError(error)
      }
    }),
  )
}
