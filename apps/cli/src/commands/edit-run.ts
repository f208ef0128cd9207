import type { StateEdit } from '@countersign/client'
import { type Command, Option } from 'commander'
import { editInEditor } from '../edit-in-editor.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { examples, type Registrar } from '../registrar.ts'
import { addEditOptions, type EditOptions, editBaseOf, readEdit } from '../state-edit.ts'

interface Options extends EditOptions {
  reason: string
  key?: string
}

/** `countersign runs edit <run>` */
export function addRunsEdit(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('edit')
    .description('change the state of a waiting or parked run where it stands; what it asked is asked anew')
    .argument('<run>', 'id of the run')
  addEditOptions(command)
    .addOption(new Option('--reason <text>', 'why; it is kept in the audit log').makeOptionMandatory())
    .option('--key <key>', 'makes it safe to send again: the same key edits once')
    .addHelpText(
      'after',
      examples(
        'countersign runs edit r_4Zk… --set total=1939.00 --reason "the total was net"',
        'countersign runs edit r_4Zk… --patch change.json --as-node extract --reason "read by hand"',
        'EDITOR=vi countersign runs edit r_4Zk… --reason "typing errors of the scan"',
      ),
    )
  command.action(
    action(command, async ({ client, printer, context }, run: string, options: Options) => {
      const door = await client()
      // Named in the edit: whoever was faster is not overwritten.
      const checkpoint = (await door.getHistory(run, { limit: 1 })).items[0]?.id
      const base = editBaseOf(door, run, { checkpoint })
      const edit: StateEdit = (await readEdit(context, options, base)) ?? {
        values: await editInEditor(context, (await base.read()).values),
      }
      const keys = Object.keys(edit.values ?? {})
      if (edit.patch === undefined && keys.length === 0) {
        printer.item({ run, edited: false }, () => 'Nothing was changed.')
        return EXIT_CODES.ok
      }
      await door.editRun(run, { ...edit, checkpoint, reason: options.reason, clientKey: options.key })
      const what = keys.length === 0 ? '' : `: ${keys.join(', ')}`
      printer.item({ run, edited: true, checkpoint }, () => `${run} goes on with its state changed${what}`)
      return EXIT_CODES.ok
    }),
  )
}
