import { setTimeout as sleep } from 'node:timers/promises'
import type { BatchInput, BatchItemFilter, BatchItemView, BatchView, CountersignClient } from '@countersign/client'
import { askYes } from './ask-yes.ts'
import { EXIT_CODES, type ExitCode } from './exit-codes.ts'
import { formatTable } from './output/format-table.ts'
import type { Printer } from './output/printer.ts'
import type { Session } from './session.ts'

interface Options {
  yes?: boolean
  withoutOdd?: boolean
}

/** How often progress is looked at (milliseconds). */
const LOOK_EVERY = 500

const WORDS: Record<BatchView['verb'], { ask: string; done: string; one: 'review' | 'incident' }> = {
  approve: { ask: 'Approve', done: 'approved', one: 'review' },
  reject: { ask: 'Reject', done: 'rejected', one: 'review' },
  retry: { ask: 'Retry', done: 'retried', one: 'incident' },
  edit: { ask: 'Change the state of, and retry,', done: 'changed and retried', one: 'incident' },
  skip: { ask: 'Skip the node of', done: 'skipped', one: 'incident' },
  abort: { ask: 'Abort the runs of', done: 'aborted', one: 'incident' },
}

/** Shows which reviews an answer is for, and which of them stand out; asks; decides each on its own. Ctrl-C stops it. */
export async function decideBatch(session: Session, input: BatchInput, options: Options): Promise<ExitCode> {
  const { printer, context } = session
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

/** Goes on with a batch where it was stopped; asks where it was never started. */
export async function resumeBatch(session: Session, id: string, { yes }: { yes?: boolean }): Promise<ExitCode> {
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

async function preview(client: CountersignClient, printer: Printer, input: BatchInput, { withoutOdd }: Options): Promise<BatchView> {
  const batch = await client.createBatch(input)
  const odd = batch.odd === 0 ? [] : await listItems(client, batch.id, { odd: true })
  const { one } = WORDS[batch.verb]
  const selected = `${batch.total} ${one}${batch.total === 1 ? ' is' : 's are'} selected`
  const out = odd.length === 0 ? 'none stands out.' : `${odd.length} ${odd.length === 1 ? 'stands' : 'stand'} out:`
  printer.note(`${selected}; ${out}`)
  if (odd.length > 0) printer.note(oddTable(printer, odd))
  if (!withoutOdd || odd.length === 0) return batch
  const others = (await listItems(client, batch.id, {})).filter((item) => item.odd.length === 0).map(({ review }) => review)
  if (others.length === 0) return { ...batch, total: 0 }
  printer.note(`Without those: ${others.length}.`)
  const { verb, reason, value, node } = input
  return await client.createBatch({ verb, reason, value, node, reviews: others })
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
  const { ask, one } = WORDS[verb]
  return `${ask} ${total === 1 ? `this ${one}` : `these ${total} ${one}s`}?`
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
    `${batch.decided} ${WORDS[batch.verb].done}`,
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
