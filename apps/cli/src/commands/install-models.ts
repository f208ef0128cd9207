import type { Command } from 'commander'
import { CommandError } from '../command-error.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { formatBytes } from '../output/format-values.ts'
import { examples, type Registrar } from '../registrar.ts'
import { asModelsError } from './models-error.ts'

/** `countersign models install [model]` */
export function addModelsInstall(parent: Command, { action, context }: Registrar): void {
  const command = parent
    .command('install')
    .description('fetch a model, or take it from a folder; checked by SHA-256, whole or not at all, safe to repeat')
    .argument('[model]', 'name of a model as `models list` shows it, or the JSON file of a manifest; without one: what set-up installs')
    .option('--from <folder>', 'take the files from a folder instead of the network')
    .addHelpText(
      'after',
      examples(
        'countersign models install',
        'countersign models install smollm2-135m',
        'countersign models install all-minilm-l6-v2 --from /media/usb/all-minilm-l6-v2',
        'countersign models install ./our-reranker.json',
      ),
    )
  command.action(
    action(command, async ({ printer }, name: string | undefined, { from }: { from?: string }) => {
      if (name === undefined && from !== undefined) throw new CommandError('invalid_input', 'Name the model that the folder holds.')
      const { findManifest, installModel, knownModels } = await context.localStack()
      try {
        const wanted = name === undefined ? (await knownModels()).filter(({ install }) => install === 'always') : [await findManifest(name)]
        for (const manifest of wanted) {
          const total = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0)
          let sofar = 0
          const received = (bytes: number) => {
            sofar += bytes
            printer.progress(`${manifest.name}: ${formatBytes(sofar)} of ${formatBytes(total)}`)
          }
          const log = (line: string) => printer.note(line)
          const { folder, installed } = await installModel(manifest, { env: context.env, from, log, received, signal: context.signal })
          printer.progress(null)
          printer.item(
            { name: manifest.name, folder, installed },
            () => `${manifest.name} is ${installed ? 'installed' : 'there already'}: ${folder}`,
          )
        }
      } catch (error) {
        printer.progress(null)
        throw asModelsError(error)
      }
      return EXIT_CODES.ok
    }),
  )
}
