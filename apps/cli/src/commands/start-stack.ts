import type { Command } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { formatFacts } from '../output/format-table.ts'
import { examples, type Registrar } from '../registrar.ts'

/** `countersign stack start` */
export function addStackStart(parent: Command, { action, context }: Registrar): void {
  const command = parent
    .command('start')
    .description('start Postgres and Temporal here, or find them running; data is kept in COUNTERSIGN_HOME')
    .addHelpText(
      'after',
      examples(
        'countersign stack start',
        'COUNTERSIGN_HOME=/srv/countersign countersign stack start',
        'countersign stack start --json | jq -r .databaseUrl',
      ),
    )
  command.action(
    action(command, async ({ printer }) => {
      const { startStack, fetchModels, hidePassword } = await context.localStack()
      const log = (line: string) => printer.note(line)
      // The worker's models come along, so that what is started can be used offline from then on.
      const [stack] = await Promise.all([
        startStack({ home: context.env.COUNTERSIGN_HOME, keepRunning: true, log }),
        fetchModels({ log, env: context.env }),
      ])
      const { databaseUrl, temporalAddress, temporalUiUrl, home, startedHere } = stack
      printer.item({ databaseUrl, temporalAddress, temporalUiUrl: temporalUiUrl ?? null, home, started: startedHere }, () =>
        formatFacts(printer, [
          ['database', hidePassword(databaseUrl)],
          ['temporal', temporalAddress],
          ['temporal ui', temporalUiUrl ?? null],
          ['data', home],
          ['started', startedHere.join(', ') || 'nothing: all was running'],
        ]),
      )
      return EXIT_CODES.ok
    }),
  )
}
