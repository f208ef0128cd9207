import { setTimeout as sleep } from 'node:timers/promises'
import type { BatchInput, BatchItemFilter, BatchItemView, BatchView, CountersignClient } from '@countersign/client'
import { Argument, type Command } from 'commander'
import { askYes } from '../ask-yes.ts'
import { CommandError } from '../command-error.ts'
import { EXIT_CODES, type ExitCode } from '../exit-codes.ts'
import { formatTable } from '../output/format-table.ts'
import type { Printer } from '../output/printer.ts'
import { examples, type Registrar } from '../registrar.ts'
import type { Session } from '../session.ts'
import { addFilterOptions, type FilterOptions, toFilter } from './review-filter.ts'

interface Options extends FilterOptions {
  reason?: string
  yes?: boolean
  all?: boolean
  withoutOdd?: boolean
}
type BatchVerb = BatchView['verb']

/** How often progress is looked at (milliseconds). */
const LOOK_EVERY = 500

/** `countersign reviews batch <verb> [review...]` */
export function addReviewsBatch(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('batch')
    .description('one answer for many reviews: shows which stand out, asks, then decides each on its own; Ctrl-C stops it')
    .addArgument(new Argument('<verb>', 'approve or reject').choices(['approve', 'reject']))
    .argument('[review...]', 'ids of the reviews; or select them with the options below')
  addFilterOptions(command)
    .option('--all', 'every open review')
    .option('--without-odd', 'leave out those that stand out')
    .option('--reason <text>', 'why; reject needs it')
    .option('--yes', 'do not ask')
    .addHelpText(
      'after',
      examples(
        'countersign reviews batch approve --type invoice --text "Acme GmbH" --min-confidence 0.8',
        'countersign reviews batch approve rv_8Qm… rv_9Xa… --yes',
        'countersign reviews batch reject --run r_4Zk… --reason "wrong file"',
      ),
    )
  command.action(action(command, decideMany))
}

/** `countersign reviews resume-batch <batch>` */
export function addReviewsResumeBatch(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('resume-batch')
    .description('goes on with a batch that was stopped, where it was; Ctrl-C stops it again')
    .argument('<batch>', 'its id, as `reviews batch` printed it; only its maker goes on with it')
    .option('--yes', 'do not ask, where it was never started')
    .addHelpText('after', examples('countersign reviews resume-batch b_5Rt…'))
  command.action(action(command, resume))
}

async function decideMany(session: Session, verb: BatchVerb, reviews: string[], options: Options): Promise<ExitCode> {
  const { printer, context } = session
  const input = selectionOf(verb, reviews, options)
  const client = await session.client()
  const batch = await preview(client, printer, input, options)
  if (batch.total === 0) {
    printer.item(batch, () => 'Nothing is selected.')
    return EXIT_CODES.ok
  }
  if (!options.yes && !(await askYes(context, questionOf(batch)))) {
    printer.note('Nothing was decided.')
    return EXIT_CODES.ok
  }
  return await run(session, client, batch.id)
}

async function resume(session: Session, id: string, { yes }: { yes?: boolean }): Promise<ExitCode> {
  const client = await session.client()
  const batch = await client.getBatch(id)
  const isNew = batch.status === 'preview'
  if (isNew && !yes && !(await askYes(session.context, questionOf(batch)))) {
    session.printer.note('Nothing was decided.')
    return EXIT_CODES.ok
  }
  return await run(session, client, id)
}

/** Starts a batch, or goes on with it, and tells how it ends. */
async function run(session: Session, client: CountersignClient, id: string): Promise<ExitCode> {
  const { printer } = session
  await client.startBatch(id)
  const { final, stopped } = await follow(session, client, id)
  const refused = await listItems(client, id, { status: 'refused' })
  printer.item({ ...final, refusals: refused }, () => describeEnd(printer, final, refused))
  if (final.status === 'stopped') printer.note(`Go on with: countersign reviews resume-batch ${id}`)
  if (stopped) return EXIT_CODES.interrupted
  return refused.length > 0 ? EXIT_CODES.conflict : EXIT_CODES.ok
}

function selectionOf(verb: BatchVerb, reviews: string[], options: Options): BatchInput {
  const filter = toFilter(options)
  const isFiltered = Object.keys(filter).length > 0
  const ways = [reviews.length > 0, isFiltered || options.all === true].filter(Boolean).length
  if (ways !== 1)
    throw new CommandError('invalid_input', 'Name the reviews, or select them with options such as --type; --all takes every open one.')
  if (options.all && isFiltered) throw new CommandError('invalid_input', '--all takes every open review: leave the other options away.')
  const answer = { verb, reason: options.reason }
  return reviews.length > 0 ? { ...answer, reviews } : { ...answer, filter }
}

async function preview(client: CountersignClient, printer: Printer, input: BatchInput, { withoutOdd }: Options): Promise<BatchView> {
  const batch = await client.createBatch(input)
  const odd = batch.odd === 0 ? [] : await listItems(client, batch.id, { odd: true })
  const selected = `${batch.total} ${batch.total === 1 ? 'review is' : 'reviews are'} selected`
  const out = odd.length === 0 ? 'none stands out.' : `${odd.length} ${odd.length === 1 ? 'stands' : 'stand'} out:`
  printer.note(`${selected}; ${out}`)
  if (odd.length > 0) printer.note(oddTable(printer, odd))
  if (!withoutOdd || odd.length === 0) return batch
  const others = (await listItems(client, batch.id, {})).filter((item) => item.odd.length === 0).map(({ review }) => review)
  if (others.length === 0) return { ...batch, total: 0 }
  printer.note(`Without those: ${others.length}.`)
  return await client.createBatch({ verb: input.verb, reason: input.reason, reviews: others })
}

async function listItems(client: CountersignClient, batch: string, filter: BatchItemFilter): Promise<BatchItemView[]> {
  const items: BatchItemView[] = []
  let after: string | undefined
  do {
    const page = await client.listBatchItems(batch, { ...filter, after, limit: 100 })
    items.push(...page.items)
    after = page.next ?? undefined
  } while (after !== undefined)
  return items
}

function questionOf({ verb, total }: BatchView): string {
  return `${verb === 'approve' ? 'Approve' : 'Reject'} ${total === 1 ? 'this review' : `these ${total} reviews`}?`
}

/** Shows how far it has come until it is done. Ctrl-C stops it; what is decided stays decided. */
async function follow(
  { printer, context }: Session,
  client: CountersignClient,
  id: string,
): Promise<{ final: BatchView; stopped: boolean }> {
  let shown = ''
  let stopped = false
  for (;;) {
    const batch = stopped ? await client.stopBatch(id) : await client.getBatch(id)
    const line = `${batch.decided + batch.refused} of ${batch.total}`
    if (line !== shown) printer.progress(`${line} decided${batch.refused > 0 ? `, ${batch.refused} refused` : ''}`)
    shown = line
    if (batch.status === 'done' || batch.status === 'stopped') {
      printer.progress(null)
      return { final: batch, stopped }
    }
    await sleep(LOOK_EVERY, undefined, { signal: stopped ? undefined : context.signal }).catch(() => {
      stopped = true
    })
  }
}

function describeEnd(printer: Printer, batch: BatchView, refused: readonly BatchItemView[]): string {
  const left = batch.total - batch.decided - batch.refused
  const counts = [
    `${batch.decided} ${batch.verb === 'approve' ? 'approved' : 'rejected'}`,
    batch.refused > 0 ? `${batch.refused} refused` : '',
    left > 0 ? `${left} left as they were` : '',
  ]
  const said = `${batch.status === 'stopped' ? 'Stopped: ' : ''}${counts.filter(Boolean).join(', ')} (${batch.id})`
  return refused.length === 0 ? said : `${said}\n\n${refusedTable(printer, refused)}`
}

const oddTable = (printer: Printer, items: readonly BatchItemView[]): string =>
  formatTable(
    printer,
    [
      { title: 'REVIEW', value: (item) => item.review },
      { title: 'TITLE', value: (item) => item.title, shrink: true },
      { title: 'STANDS OUT', value: (item) => item.odd.join('; '), shrink: true },
    ],
    items,
  )

const refusedTable = (printer: Printer, items: readonly BatchItemView[]): string =>
  formatTable(
    printer,
    [
      { title: 'REVIEW', value: (item) => item.review },
      { title: 'TITLE', value: (item) => item.title, shrink: true },
      { title: 'REFUSED', value: (item) => item.message ?? item.code ?? '', shrink: true },
    ],
    items,
  )
