import type { Command } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { formatFacts } from '../output/format-table.ts'
import { examples, type Registrar } from '../registrar.ts'

/** `countersign stack status` */
export function addStackStatus(parent: Command, { action, context }: Registrar): void {
  const command = parent
    .command('status')
    .description('what runs on this machine; exit code 5 when something is missing')
    .addHelpText('after', examples('countersign stack status', 'countersign stack status --json | jq -r .temporal.uiUrl'))
  command.action(
    action(command, async ({ printer }) => {
      const { stackStatus, hidePassword } = await context.localStack()
      const status = await stackStatus(context.env.COUNTERSIGN_HOME)
      const { postgres, temporal } = status
      const word = (server: { running: boolean; external: boolean }, address: string) =>
        server.running
          ? `${printer.colors.green('✓ running')} ${address}${server.external ? ' (set by the environment)' : ''}`
          : printer.colors.red('■ stopped')
      printer.item(status, () =>
        formatFacts(printer, [
          ['postgres', word(postgres, hidePassword(postgres.url))],
          ['temporal', word(temporal, temporal.address)],
          ['temporal ui', temporal.running ? (temporal.uiUrl ?? null) : null],
          ['data', status.home],
        ]),
      )
      return postgres.running && temporal.running ? EXIT_CODES.ok : EXIT_CODES.unavailable
    }),
  )
}
