import type { DeliveryView } from '@countersign/client'
import { type Command, Option } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { formatTable } from '../output/format-table.ts'
import { formatAge } from '../output/format-values.ts'
import type { Printer } from '../output/printer.ts'
import { parseCount } from '../parse-options.ts'
import { examples, type Registrar } from '../registrar.ts'

const STATUSES = ['pending', 'sent', 'dead'] as const

interface Options {
  status?: (typeof STATUSES)[number]
  limit: number
  after?: string
}

/** `countersign notifications list` */
export function addNotificationsList(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('list')
    .description('who was told what, newest first')
    .addOption(new Option('--status <status>', 'pending, sent, or dead: given up').choices(STATUSES))
    .option('--limit <n>', 'at most so many', parseCount, 50)
    .option('--after <cursor>', 'read on from where the last list ended')
    .addHelpText(
      'after',
      examples('countersign notifications list --status dead', 'countersign notifications list --json | jq -r .lastError'),
    )
  command.action(
    action(command, async ({ client, printer }, filter: Options) => {
      const page = await (await client()).listDeliveries(filter)
      printer.list(page.items, () => table(printer, page.items))
      if (page.next !== null) printer.note(`There are more: add --after ${page.next}`)
      return EXIT_CODES.ok
    }),
  )
}

function table(printer: Printer, deliveries: readonly DeliveryView[]): string {
  if (deliveries.length === 0) return 'No notifications. docs/notifications.md says how to set them up.'
  return formatTable(
    printer,
    [
      { title: 'ID', value: ({ id }) => String(id), align: 'right' },
      { title: 'STATE', value: ({ status }) => statusOf(status, printer) },
      { title: 'EVENT', value: ({ event }) => event },
      { title: 'CHANNEL', value: ({ channel }) => channel },
      { title: 'TO', value: ({ recipient }) => recipient || 'all', shrink: true },
      { title: 'ABOUT', value: ({ review, run }) => review ?? run ?? '—' },
      { title: 'TRIES', value: ({ attempts }) => String(attempts), align: 'right' },
      { title: 'WHY', value: ({ lastError }) => lastError ?? '', shrink: true },
      { title: 'AGE', value: ({ createdAt }) => formatAge(createdAt), align: 'right' },
    ],
    deliveries,
  )
}

function statusOf(status: DeliveryView['status'], { colors }: Printer): string {
  if (status === 'sent') return colors.green('✓ sent')
  return status === 'dead' ? colors.red('■ dead') : colors.yellow('◆ pending')
}
