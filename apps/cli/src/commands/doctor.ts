import type { Check } from '@countersign/client'
import type { Command } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { formatTable } from '../output/format-table.ts'
import type { Printer } from '../output/printer.ts'
import { examples, type Registrar } from '../registrar.ts'

/** `countersign doctor` */
export function addDoctor(parent: Command, { action, context }: Registrar): void {
  const command = parent
    .command('doctor')
    .description('look at the whole installation from this machine, and say what to do; exit code 9 where something fails')
    .addHelpText(
      'after',
      examples(
        'countersign doctor',
        'countersign doctor --url https://desk.example.org',
        'countersign doctor --json | jq \'select(.status != "ok")\'',
      ),
    )
  command.action(
    action(command, async ({ printer }) => {
      const { url } = command.optsWithGlobals<{ url?: string }>()
      const checks = await context.diagnose({ ...context.env, ...(url !== undefined && { COUNTERSIGN_URL: url }) })
      printer.list(checks, () => describeChecks(printer, checks))
      return checks.some(({ status }) => status === 'fail') ? EXIT_CODES.found : EXIT_CODES.ok
    }),
  )
}

function describeChecks(printer: Printer, checks: readonly Check[]): string {
  const table = formatTable(
    printer,
    [
      { title: 'CHECK', value: ({ name }) => name },
      { title: 'STATE', value: ({ status }) => stateOf(status, printer) },
      { title: 'FOUND', value: ({ detail }) => detail, shrink: true },
    ],
    checks,
  )
  const advice = checks.filter((check) => check.advice !== null && check.status !== 'ok').map(({ name, advice }) => `${name}: ${advice}`)
  if (advice.length === 0) return `${table}\n\nAll is well.`
  return `${table}\n\n${printer.colors.bold('What to do')}\n${advice.map((line) => `  ${line}`).join('\n')}`
}

function stateOf(status: Check['status'], { colors }: Printer): string {
  if (status === 'ok') return colors.green('✓ ok')
  return status === 'warn' ? colors.yellow('◆ look') : colors.red('■ fails')
}
