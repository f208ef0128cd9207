import type { ReviewKind, ReviewSummary } from '@countersign/client'
import { type Command, Option } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { formatTable } from '../output/format-table.ts'
import { formatAge } from '../output/format-values.ts'
import type { Printer } from '../output/printer.ts'
import { parseCount, parseSeconds } from '../parse-options.ts'
import { examples, type Registrar } from '../registrar.ts'

const KINDS: readonly ReviewKind[] = ['extraction', 'approval', 'choice', 'question', 'incident', 'breakpoint', 'custom']
const STATUSES = ['open', 'decided', 'withdrawn'] as const

interface Options {
  status: (typeof STATUSES)[number]
  kind?: ReviewKind
  type?: string
  run?: string
  olderThan?: number
  text?: string
  limit: number
  after?: string
}

/** `countersign reviews list` */
export function addReviewsList(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('list')
    .description('what waits for a person, oldest first')
    .addOption(new Option('--status <status>', 'open, decided or withdrawn').choices(STATUSES).default('open'))
    .addOption(new Option('--kind <kind>', 'only this kind').choices(KINDS))
    .option('--type <type>', 'only documents of this type')
    .option('--run <run>', 'only of this run')
    .option('--older-than <time>', 'only what has waited so long (90s, 15m, 2h, 3d)', parseSeconds)
    .option('--text <words>', 'only where the title holds these words')
    .option('--limit <n>', 'at most so many', parseCount, 50)
    .option('--after <cursor>', 'read on from where the last list ended')
    .addHelpText(
      'after',
      examples(
        'countersign reviews list',
        'countersign reviews list --kind incident --older-than 1h',
        'countersign reviews list --json | jq -r .id',
      ),
    )
  command.action(
    action(command, async ({ client, printer }, { type, ...filter }: Options) => {
      const page = await (await client()).listReviews({ ...filter, documentType: type })
      printer.list(page.items, () => reviewsTable(printer, page.items))
      if (page.next !== null) printer.note(`There are more: add --after ${page.next}`)
      return EXIT_CODES.ok
    }),
  )
}

function reviewsTable(printer: Printer, reviews: readonly ReviewSummary[]): string {
  if (reviews.length === 0) return 'Nothing waits.'
  return formatTable(
    printer,
    [
      { title: 'REVIEW', value: (review) => review.id },
      { title: 'KIND', value: (review) => review.kind },
      { title: 'TITLE', value: (review) => review.title, shrink: true },
      { title: 'WHY', value: outcomeOrReason, shrink: true },
      { title: 'AGE', value: (review) => formatAge(review.openedAt), align: 'right' },
    ],
    reviews,
  )
}

function outcomeOrReason(review: ReviewSummary): string {
  return review.status === 'open' ? review.reason : `${review.verb ?? review.status} by ${review.decidedBy ?? 'nobody'}`
}
