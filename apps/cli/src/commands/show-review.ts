import type { CommentView, Field, ReviewDetail } from '@countersign/client'
import type { Command } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { formatFacts, formatTable } from '../output/format-table.ts'
import { formatAge, formatDue, formatValue } from '../output/format-values.ts'
import type { Printer } from '../output/printer.ts'
import { examples, type Registrar } from '../registrar.ts'
import { nameReview } from './name-review.ts'
import { attemptsTable } from './show-run.ts'

/** `countersign reviews show <review>` */
export function addReviewsShow(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('show')
    .description('one review: what is proposed, how sure, who may decide, and how')
    .argument('<review>', 'id of the review, or of a run that waits for one')
    .addHelpText('after', examples('countersign reviews show rv_8Qm…', 'countersign reviews show rv_8Qm… --json | jq .request.proposal'))
  command.action(
    action(command, async ({ client, printer }, id: string) => {
      const door = await client()
      const review = await door.getReview(await nameReview(door, id))
      const said = review.comments === 0 ? [] : await door.listComments(review.id)
      // Page texts and line boxes are for drawing, and a ticket is for whoever was shown this: neither is for a pipe.
      const { pages, ticket: _ticket, comments: _count, ...rest } = review
      printer.item({ ...rest, pages: pages.length, comments: said }, () => describeReview(printer, review, said))
      return EXIT_CODES.ok
    }),
  )
}

function describeReview(printer: Printer, review: ReviewDetail, comments: readonly CommentView[]): string {
  const { request } = review
  const proposal = review.fields.length > 0 ? fieldsTable(printer, review.fields) : `proposed: ${JSON.stringify(request.proposal, null, 2)}`
  const parts = [
    formatFacts(printer, factsOf(review)),
    proposal,
    candidatesTable(printer, review),
    attemptsTable(printer, review.attempts),
    commentLines(printer, comments),
    review.status === 'open' ? waysOut(review) : '',
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

function factsOf(review: ReviewDetail): [string, string | null][] {
  const { decision, claim } = review
  const isOpen = review.status === 'open'
  return [
    ['review', review.id],
    [
      'state',
      decision === null
        ? review.status
        : `${decision.verb} by ${decision.by}, ${formatAge(decision.at)} ago${decision.byDefault ? ' (by default: nobody decided in time)' : ''}`,
    ],
    ['title', review.title],
    ['why', review.reason],
    ['kind', review.kind],
    ['run', `${review.run} (${review.graph}, node ${review.node})`],
    ['document', review.documentView === null ? review.document : `${review.documentView.name} (${review.documentView.id})`],
    ['round', review.round > 1 ? `${review.round}: it was sent back` : null],
    ['waiting', isOpen ? formatAge(review.openedAt) : null],
    ['due', review.dueAt === null ? null : isOpen ? `${formatDue(review.dueAt)} (${review.dueAt})` : review.dueAt],
    ['claimed', claim === null ? null : `by ${claim.by}, free again ${formatDue(claim.until)}`],
    ['given to', isOpen ? review.assignee : null],
    ['who decides', isOpen ? whoDecides(review) : null],
    ['answers', answersOf(review)],
    ['reason given', decision?.reason ?? null],
  ]
}

function whoDecides({ mayDecide: { roles, users }, standing }: ReviewDetail): string {
  const who = [...roles.map((role) => `the role ${role}`), ...users].join(', ') || 'admins alone'
  return standing.allowed ? `${who}; you may` : `${who}; you may not: ${standing.why ?? 'it is not yours'}`
}

function answersOf({ votes }: ReviewDetail): string | null {
  if (votes === null) return null
  const shown = votes.votes.map(({ by, verb }) => `${by}: ${verb}`).join(', ')
  const open = votes.disputed ? ', which differ' : ''
  return `${votes.given} of ${votes.needed}${open}${shown === '' ? '' : ` (${shown})`}`
}

function candidatesTable(printer: Printer, { request: { candidates = [] } }: ReviewDetail): string {
  if (candidates.length === 0) return ''
  return formatTable(
    printer,
    [
      { title: 'CANDIDATE', value: ({ id }) => id },
      { title: 'IS', value: ({ label }) => label, shrink: true },
      { title: 'SURE', value: ({ confidence }) => confidence?.toFixed(2) ?? '', align: 'right' },
      { title: 'BECAUSE', value: ({ reason }) => reason ?? '', shrink: true },
    ],
    candidates,
  )
}

const commentLines = ({ colors }: Printer, comments: readonly CommentView[]): string =>
  comments.map(({ author, at, body }) => `${colors.dim(`${author}, ${formatAge(at)} ago:`)} ${body}`).join('\n')

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

function waysOut({ id, fields, request, kind }: ReviewDetail): string {
  const first = fields[0]?.name ?? 'field'
  const tails: Partial<Record<string, string>> = {
    reject: ' --reason "…"',
    edit: ` --set ${first}=…`,
    choose: ` --candidate ${request.candidates?.[0]?.id ?? '…'}`,
    respond: ' --answer "…"',
    skip: ' --node <node>',
  }
  const verbs = request.verbs.filter((verb) => verb !== 'escalate')
  const lines = verbs.map((verb) => `  countersign reviews decide ${id} ${verb}${tails[verb] ?? ''}`)
  const onward = `  countersign reviews escalate ${id} ${kind === 'incident' ? 'admin' : 'approver'} --reason "…"`
  return ['decide with:', ...lines, 'or hand it on:', onward].join('\n')
}
