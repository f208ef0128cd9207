import type { Command } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { examples, type Registrar } from '../registrar.ts'
import { asModelsError } from './models-error.ts'

/** `countersign models verify [model]` */
export function addModelsVerify(parent: Command, { action, context }: Registrar): void {
  const command = parent
    .command('verify')
    .description('read the files of an installed model and compare them with their SHA-256; exit code 5 when one is missing or changed')
    .argument('[model]', 'name of a model; without one: all that are installed')
    .addHelpText('after', examples('countersign models verify', 'countersign models verify all-minilm-l6-v2 --json'))
  command.action(
    action(command, async ({ printer }, name: string | undefined) => {
      const { listModels, verifyModel } = await context.localStack()
      const place = { env: context.env }
      try {
        const installed = (await listModels(place)).filter(({ state }) => state !== 'missing').map((model) => model.name)
        let whole = true
        for (const one of name === undefined ? installed : [name]) {
          const result = await verifyModel(one, place)
          whole &&= result.changed.length === 0
          const wrong = result.changed.map(({ path, found }) => `${path} is ${found}`).join(', ')
          printer.item(result, () =>
            wrong === ''
              ? `${printer.colors.green('✓')} ${one}: ${result.files} files as they should be`
              : `${printer.colors.red('■')} ${one}: ${wrong}`,
          )
        }
        if (!whole) printer.note('Take what was changed away with `countersign models remove`, then install it again.')
        return whole ? EXIT_CODES.ok : EXIT_CODES.unavailable
      } catch (error) {
        throw asModelsError(error)
      }
    }),
  )
}
