import type { AttemptView, RunDetail } from '@countersign/client'
import type { Command } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { formatFacts, formatTable } from '../output/format-table.ts'
import { formatAge, formatStatus, formatTook } from '../output/format-values.ts'
import type { Printer } from '../output/printer.ts'
import { examples, type Registrar } from '../registrar.ts'

/** `countersign runs show <run>` */
export function addRunsShow(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('show')
    .description('one run: where it stands, its attempts, what waits')
    .argument('<run>', 'id of the run')
    .addHelpText('after', examples('countersign runs show r_4Zk…', "countersign runs show r_4Zk… --json | jq '.attempts[] | .node'"))
  command.action(
    action(command, async ({ client, printer }, id: string) => {
      const run = await (await client()).getRun(id)
      printer.item(run, () => describeRun(printer, run))
      return EXIT_CODES.ok
    }),
  )
}

function describeRun(printer: Printer, run: RunDetail): string {
  const facts = formatFacts(printer, [
    ['run', run.id],
    ['state', formatStatus(run.status, printer.colors, run.partial)],
    ['not read', run.partial],
    ['title', run.title],
    ['graph', `${run.graph}@${run.version}`],
    ['step', String(run.step)],
    ['next', run.next.join(', ')],
    ['document', run.document],
    ['kind', run.sandbox ? 'replay: what it would write was recorded' : null],
    ['forked from', run.parentRun === null ? null : `${run.parentRun}, checkpoint ${run.parentCheckpoint ?? '—'}`],
    ['legal hold', run.hold ? 'yes: nothing of it is deleted' : null],
    ['started', `${formatAge(run.createdAt)} ago by ${run.createdBy} (${run.createdAt})`],
    ['finished', run.finishedAt],
    ['error', run.error === null ? null : `${run.error.node ?? 'run'}: ${run.error.message} [${run.error.code}]`],
  ])
  const waiting = run.openReviews.map((review) => `waits for a person: countersign reviews show ${review}`)
  return [facts, attemptsTable(printer, run.attempts), ...waiting].filter((part) => part !== '').join('\n\n')
}

/** The attempts of a run's nodes, oldest first. */
export function attemptsTable(printer: Printer, attempts: readonly AttemptView[]): string {
  if (attempts.length === 0) return ''
  return formatTable(
    printer,
    [
      { title: 'STEP', value: (attempt) => String(attempt.step), align: 'right' },
      { title: 'NODE', value: (attempt) => attempt.node },
      { title: 'ATTEMPT', value: (attempt) => String(attempt.fence), align: 'right' },
      { title: 'STATE', value: (attempt) => attempt.status },
      { title: 'TOOK', value: took, align: 'right' },
      { title: 'ERROR', value: (attempt) => attempt.error?.message ?? '', shrink: true },
    ],
    attempts,
  )
}

function took(attempt: AttemptView): string {
  if (attempt.finishedAt === null) return ''
  return formatTook((Date.parse(attempt.finishedAt) - Date.parse(attempt.startedAt)) / 1000)
}
