import type { Field, ReviewDetail } from '@countersign/client'
import type { Command } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { formatFacts, formatTable } from '../output/format-table.ts'
import { formatAge, formatValue } from '../output/format-values.ts'
import type { Printer } from '../output/printer.ts'
import { examples, type Registrar } from '../registrar.ts'
import { attemptsTable } from './show-run.ts'

/** `countersign reviews show <review>` */
export function addReviewsShow(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('show')
    .description('one review: what is proposed, how sure, and what may be decided')
    .argument('<review>', 'id of the review')
    .addHelpText('after', examples('countersign reviews show rv_8Qm…', 'countersign reviews show rv_8Qm… --json | jq .request.proposal'))
  command.action(
    action(command, async ({ client, printer }, id: string) => {
      const review = await (await client()).getReview(id)
      // Page texts and line boxes are for drawing; a caller who wants them reads the document.
      const { pages, ...rest } = review
      printer.item({ ...rest, pages: pages.length }, () => describeReview(printer, review))
      return EXIT_CODES.ok
    }),
  )
}

function describeReview(printer: Printer, review: ReviewDetail): string {
  const { decision, request } = review
  const facts = formatFacts(printer, [
    ['review', review.id],
    ['state', decision === null ? review.status : `${decision.verb} by ${decision.by}, ${formatAge(decision.at)} ago`],
    ['title', review.title],
    ['why', review.reason],
    ['kind', review.kind],
    ['run', `${review.run} (${review.graph}, node ${review.node})`],
    ['document', review.documentView === null ? review.document : `${review.documentView.name} (${review.documentView.id})`],
    ['waiting', review.status === 'open' ? formatAge(review.openedAt) : null],
    ['due', review.dueAt],
    ['reason given', decision?.reason ?? null],
  ])
  const proposal = review.fields.length > 0 ? fieldsTable(printer, review.fields) : `proposed: ${JSON.stringify(request.proposal, null, 2)}`
  const ways = review.status === 'open' ? waysOut(review) : ''
  return [facts, proposal, attemptsTable(printer, review.attempts), ways].filter((part) => part !== '').join('\n\n')
}

function fieldsTable(printer: Printer, fields: readonly Field[]): string {
  const { colors } = printer
  const doubtful = (field: Field) => field.confidence < field.threshold
  return formatTable(
    printer,
    [
      { title: '', value: (field) => (doubtful(field) ? colors.yellow('?') : colors.green('✓')) },
      { title: 'FIELD', value: (field) => field.name },
      { title: 'VALUE', value: (field) => formatValue(field.value), shrink: true },
      { title: 'SURE', value: (field) => field.confidence.toFixed(2), align: 'right' },
      { title: 'NEEDS', value: (field) => field.threshold.toFixed(2), align: 'right' },
      { title: 'BECAUSE', value: (field) => field.reasons.join('; '), shrink: true },
    ],
    [...fields].sort((a, b) => a.confidence - a.threshold - (b.confidence - b.threshold)),
  )
}

function waysOut(review: ReviewDetail): string {
  const first = review.fields[0]?.name ?? 'field'
  const tails: Partial<Record<string, string>> = { reject: ' --reason "…"', edit: ` --set ${first}=…`, skip: ' --node <node>' }
  return [
    'decide with:',
    ...review.request.verbs.map((verb) => `  countersign reviews decide ${review.id} ${verb}${tails[verb] ?? ''}`),
  ].join('\n')
}
