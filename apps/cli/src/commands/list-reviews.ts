import type { ReviewFilter, ReviewSummary } from '@countersign/client'
import { type Command, Option } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { formatTable } from '../output/format-table.ts'
import { formatAge, formatDue } from '../output/format-values.ts'
import type { Printer } from '../output/printer.ts'
import { parseCount } from '../parse-options.ts'
import { examples, type Registrar } from '../registrar.ts'
import { addFilterOptions, type FilterOptions, toFilter } from './review-filter.ts'

const STATUSES = ['open', 'decided', 'withdrawn'] as const
const SORTS: Record<NonNullable<ReviewFilter['sort']>, true> = { oldest: true, newest: true, priority: true, due: true, confidence: true }

interface Options extends FilterOptions {
  status: (typeof STATUSES)[number]
  sort?: ReviewFilter['sort']
  limit: number
  after?: string
}

/** `countersign reviews list` */
export function addReviewsList(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('list')
    .description('what waits for a person, oldest first')
    .addOption(new Option('--status <status>', 'open, decided or withdrawn').choices(STATUSES).default('open'))
  addFilterOptions(command)
    .addOption(
      new Option('--sort <order>', 'priority: highest first; due: most urgent first; confidence: least sure first').choices(
        Object.keys(SORTS),
      ),
    )
    .option('--limit <n>', 'at most so many', parseCount, 50)
    .option('--after <cursor>', 'read on from where the last list ended')
    .addHelpText(
      'after',
      examples(
        'countersign reviews list --free --sort due',
        'countersign reviews list --kind incident --older-than 1h',
        'countersign reviews list --type invoice --min-confidence 0.8',
        'countersign reviews list --json | jq -r .id',
      ),
    )
  command.action(
    action(command, async ({ client, printer }, options: Options) => {
      const { status, sort, limit, after } = options
      const page = await (await client()).listReviews({ ...toFilter(options), status, sort, limit, after })
      printer.list(page.items, () => reviewsTable(printer, page.items, status))
      if (page.next !== null) printer.note(`There are more: add --after ${page.next}`)
      return EXIT_CODES.ok
    }),
  )
}

function reviewsTable(printer: Printer, reviews: readonly ReviewSummary[], status: Options['status']): string {
  if (reviews.length === 0) return status === 'open' ? 'Nothing waits.' : `Nothing is ${status}.`
  const { colors } = printer
  const due = (review: ReviewSummary): string => {
    if (review.dueAt === null || review.status !== 'open') return ''
    const text = formatDue(review.dueAt)
    return text.startsWith('overdue') ? colors.red(text) : text
  }
  return formatTable(
    printer,
    [
      { title: 'REVIEW', value: (review) => review.id },
      { title: 'KIND', value: (review) => review.kind },
      { title: 'TITLE', value: (review) => review.title, shrink: true },
      { title: 'WHY', value: outcomeOrReason, shrink: true },
      { title: 'SURE', value: ({ confidence }) => confidence?.toFixed(2) ?? '', align: 'right' },
      { title: 'WHO', value: whoHasIt },
      { title: 'DUE', value: due },
      { title: 'AGE', value: (review) => formatAge(review.openedAt), align: 'right' },
    ],
    reviews,
  )
}

function outcomeOrReason(review: ReviewSummary): string {
  return review.status === 'open' ? review.reason : `${review.verb ?? review.status} by ${review.decidedBy ?? 'nobody'}`
}

/** Who works on it now, or was given it. */
function whoHasIt({ claim, assignee, status }: ReviewSummary): string {
  if (status !== 'open') return ''
  if (claim) return `${claim.by} has it`
  return assignee === null ? '' : `for ${assignee}`
}
