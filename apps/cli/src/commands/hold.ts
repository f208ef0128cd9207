import type { CountersignClient } from '@countersign/client'
import { type Command, Option } from 'commander'
import { askYes } from '../ask-yes.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { formatCount } from '../output/format-values.ts'
import { examples, type Registrar } from '../registrar.ts'

interface Thing {
  one: 'run' | 'document'
  example: string
  set(client: CountersignClient, id: string, hold: boolean, reason?: string): Promise<void>
}

const RUN: Thing = { one: 'run', example: 'r_4Zk…', set: (client, ...args) => client.holdRun(...args) }
const DOCUMENT: Thing = { one: 'document', example: 'doc_2Lm…', set: (client, ...args) => client.holdDocument(...args) }

/** `countersign runs hold|release <run>` */
export function addRunsHold(parent: Command, registrar: Registrar): void {
  addHold(parent, registrar, RUN)
}

/** `countersign documents hold|release|delete <document>` */
export function addDocumentsHold(parent: Command, registrar: Registrar): void {
  addHold(parent, registrar, DOCUMENT)
  addDelete(parent, registrar)
}

function addHold(parent: Command, { action }: Registrar, { one, example, set }: Thing): void {
  for (const hold of [true, false]) {
    const command = parent
      .command(hold ? 'hold' : 'release')
      .description(hold ? `put a legal hold on a ${one}: nothing of it is deleted` : `lift the legal hold of a ${one}`)
      .argument(`<${one}>`, `id of the ${one}`)
      .option('--reason <text>', 'why; it is kept in the audit log')
      .addHelpText(
        'after',
        examples(
          hold
            ? `countersign ${one}s hold ${example} --reason "case 2026-114"`
            : `countersign ${one}s release ${example} --reason "case 2026-114 is closed"`,
        ),
      )
    command.action(
      action(command, async ({ client, printer }, id: string, { reason }: { reason?: string }) => {
        await set(await client(), id, hold, reason)
        printer.item({ [one]: id, hold }, () => (hold ? `${id} is on hold` : `${id} is not on hold any more`))
        return EXIT_CODES.ok
      }),
    )
  }
}

function addDelete(parent: Command, { action, context }: Registrar): void {
  const command = parent
    .command('delete')
    .description('delete a document and all that was made of it: chunks, checkpoints, files, evidence; asks first')
    .argument('<document>', 'id of the document')
    .addOption(new Option('--reason <text>', 'why; it is kept in the audit log').makeOptionMandatory())
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('countersign documents delete doc_2Lm… --reason "asked for by its author"'))
  command.action(
    action(command, async ({ client, printer }, id: string, { reason, yes }: { reason: string; yes?: boolean }) => {
      const door = await client()
      if (!yes) {
        const { name, chunks } = await door.getDocument(id)
        if (!(await askYes(context, `Delete “${name}”, its ${formatCount(chunks, 'chunk')} and all else that was made of it, for good?`))) {
          printer.note('Nothing was deleted.')
          return EXIT_CODES.ok
        }
      }
      const deleted = await door.deleteDocument(id, reason)
      const { runs, chunks, files } = deleted
      const what = [formatCount(runs, 'run'), formatCount(chunks, 'chunk'), formatCount(files, 'file')].join(', ')
      printer.item({ document: id, ...deleted }, () => `${id} is deleted, with ${what}`)
      return EXIT_CODES.ok
    }),
  )
}
