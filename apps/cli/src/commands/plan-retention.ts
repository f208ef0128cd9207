import type { RetentionPlan } from '@countersign/client'
import type { Command } from 'commander'
import { askYes } from '../ask-yes.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { formatTable } from '../output/format-table.ts'
import { formatBytes, formatCount } from '../output/format-values.ts'
import type { Printer } from '../output/printer.ts'
import { examples, type Registrar } from '../registrar.ts'

/** `countersign retention plan` */
export function addRetentionPlan(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('plan')
    .description('what applying the policies now would delete, and what is old enough but needed; deletes nothing')
    .addHelpText('after', examples('countersign retention plan', 'countersign retention plan --json | jq .bytes'))
  command.action(
    action(command, async ({ client, printer }) => {
      const plan = await (await client()).planRetention()
      printer.item(plan, () => planTable(printer, plan))
      return EXIT_CODES.ok
    }),
  )
}

/** `countersign retention apply` */
export function addRetentionApply(parent: Command, { action, context }: Registrar): void {
  const command = parent
    .command('apply')
    .description('delete what `retention plan` says, in small batches beside everything else; asks first')
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('countersign retention apply', 'countersign retention apply --yes'))
  command.action(
    action(command, async ({ client, printer }, { yes }: { yes?: boolean }) => {
      const door = await client()
      if (!yes) {
        const plan = await door.planRetention()
        printer.note(planTable(printer, plan))
        if (plan.runs === 0 || !(await askYes(context, `Delete ${formatCount(plan.checkpoints, 'checkpoint')}?`))) {
          printer.note('Nothing was deleted.')
          return EXIT_CODES.ok
        }
      }
      const { runs, checkpoints, bytes } = await door.applyRetention()
      printer.item({ runs, checkpoints, bytes }, () => `Deleted ${amount({ runs, checkpoints, bytes })}`)
      return EXIT_CODES.ok
    }),
  )
}

const amount = ({ runs, checkpoints, bytes }: Pick<RetentionPlan, 'runs' | 'checkpoints' | 'bytes'>): string =>
  `${formatCount(checkpoints, 'checkpoint')} of ${formatCount(runs, 'run')}, ${formatBytes(bytes)}`

function planTable(printer: Printer, plan: RetentionPlan): string {
  if (plan.graphs.length === 0) return 'Nothing is old enough.'
  const table = formatTable(
    printer,
    [
      { title: 'GRAPH', value: ({ graph }) => graph },
      { title: 'RUNS', value: ({ runs }) => String(runs), align: 'right' },
      { title: 'CHECKPOINTS', value: ({ checkpoints }) => String(checkpoints), align: 'right' },
      { title: 'WRITES', value: ({ writes }) => String(writes), align: 'right' },
      { title: 'SIZE', value: ({ bytes }) => formatBytes(bytes), align: 'right' },
      { title: 'KEPT, BECAUSE', value: ({ kept }) => becauseOf(kept), shrink: true },
    ],
    plan.graphs,
  )
  return `${table}\n\nWould delete ${amount(plan)}`
}

function becauseOf({ review, fork, hold }: RetentionPlan['graphs'][number]['kept']): string {
  const parts = [
    [review, 'open review'],
    [fork, 'fork or replay'],
    [hold, 'legal hold'],
  ] as const
  return parts.flatMap(([count, why]) => (count === 0 ? [] : [`${count} ${why}`])).join(', ')
}
