import type { Command } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { formatTable } from '../output/format-table.ts'
import { formatBytes } from '../output/format-values.ts'
import { examples, type Registrar } from '../registrar.ts'

const SIGNS = { installed: '✓', missing: '·', outdated: '◆' } as const

/** `countersign models list` */
export function addModelsList(parent: Command, { action, context }: Registrar): void {
  const command = parent
    .command('list')
    .description('the models that can be installed, and which are; their folder is COUNTERSIGN_MODELS, else in the cache')
    .addHelpText(
      'after',
      examples('countersign models list', 'countersign models list --json | jq -r \'select(.state == "installed").folder\''),
    )
  command.action(
    action(command, async ({ printer }) => {
      const { listModels } = await context.localStack()
      const models = await listModels({ env: context.env })
      printer.list(models, () =>
        formatTable(
          printer,
          [
            { title: 'MODEL', value: ({ name }) => name },
            { title: 'TYPE', value: ({ type }) => type },
            { title: 'STATE', value: ({ state }) => `${SIGNS[state]} ${state}` },
            { title: 'SIZE', value: ({ bytes }) => formatBytes(bytes), align: 'right' },
            { title: 'LICENCE', value: ({ licence }) => licence },
            { title: 'WHAT', value: ({ title, description }) => (description === null ? title : `${title}: ${description}`), shrink: true },
          ],
          models,
        ),
      )
      return EXIT_CODES.ok
    }),
  )
}
