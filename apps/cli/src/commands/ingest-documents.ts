import type { CountersignClient, IngestInput, RunDetail } from '@countersign/client'
import type { Command } from 'commander'
import { describeError } from '../describe-error.ts'
import { EXIT_CODES, type ExitCode } from '../exit-codes.ts'
import { waitForRuns } from '../follow-runs.ts'
import { formatStatus } from '../output/format-values.ts'
import { parseSeconds } from '../parse-options.ts'
import { examples, type Registrar } from '../registrar.ts'
import type { Session } from '../session.ts'

interface Options {
  type?: string
  language?: string
  wait?: boolean
  again?: boolean
  timeout?: number
}

/** What became of one file or address. `error` when it was refused; the run's state only with --wait. */
interface Ingested {
  source: string
  run: string | null
  document: string | null
  duplicate: boolean
  status: RunDetail['status'] | null
  openReviews: string[]
  error: { code: string; message: string } | null
}

/** `countersign ingest <path|url>…` */
export function addIngest(program: Command, { action }: Registrar): void {
  const command = program
    .command('ingest')
    .description('take in documents: each becomes one run of the graph "ingest"')
    .argument('<source...>', 'files, or http(s) addresses')
    .option('--type <type>', 'read them as this document type (invoice, receipt, generic) instead of guessing')
    .option('--language <code>', 'their language, such as en, fr, zh')
    .option('--again', 'run even when the same bytes were ingested before')
    .option('--wait', 'stay until every run is finished or needs a person (exit code 6)')
    .option('--timeout <time>', 'with --wait: stay at most so long (90s, 15m)', parseSeconds)
    .addHelpText(
      'after',
      examples(
        'countersign ingest invoice.pdf report.md',
        'countersign ingest invoice.pdf --type invoice --wait',
        'countersign ingest https://example.com/notice.html --language fr',
        "countersign ingest *.pdf --json | jq -r 'select(.error) | .source'",
      ),
    )
  command.action(action(command, ingestAll))
}

async function ingestAll(session: Session, sources: string[], options: Options): Promise<ExitCode> {
  const client = await session.client()
  let failure: ExitCode = EXIT_CODES.ok
  const taken: Ingested[] = []
  for (const source of sources) {
    const { ingested, exit } = await ingestOne(session, client, source, options)
    taken.push(ingested)
    failure ||= exit
    // Without its services every further file would fail the same way.
    if (exit === EXIT_CODES.unavailable || exit === EXIT_CODES.interrupted) break
  }
  const unfinished = options.wait === true && (await waitForAll(session, client, taken, options.timeout))
  session.printer.list(taken, () => taken.map((one) => lineOf(session, one)).join('\n'))
  return failure === EXIT_CODES.ok && unfinished ? EXIT_CODES.unfinished : failure
}

async function ingestOne(
  { printer }: Session,
  client: CountersignClient,
  source: string,
  options: Options,
): Promise<{ ingested: Ingested; exit: ExitCode }> {
  const ingested: Ingested = { source, run: null, document: null, duplicate: false, status: null, openReviews: [], error: null }
  const common = { documentType: options.type, language: options.language, again: options.again }
  const input: IngestInput = isAddress(source) ? { ...common, url: source } : { ...common, path: source }
  try {
    const result = { ...ingested, ...(await client.ingest(input)) }
    printer.note(noteOf(result))
    return { ingested: result, exit: EXIT_CODES.ok }
  } catch (error) {
    const { code, message, advice, exit } = describeError(error)
    printer.note(`${printer.colors.red('refused')} ${source}: ${message}\n        ${advice}`)
    return { ingested: { ...ingested, error: { code, message } }, exit }
  }
}

/** Waits, writes each run's state into `taken`, and answers whether something is left unfinished. */
async function waitForAll(session: Session, client: CountersignClient, taken: Ingested[], seconds?: number): Promise<boolean> {
  const ids = taken.flatMap(({ run }) => run ?? [])
  if (ids.length === 0) return false
  const { signal } = session.context
  const end = seconds === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)])
  const runs = new Map((await waitForRuns(client, ids, end)).map((run) => [run.id, run]))
  signal.throwIfAborted()
  for (const one of taken) {
    const run = one.run === null ? undefined : runs.get(one.run)
    if (run === undefined) continue
    one.status = run.status
    one.openReviews = run.openReviews
    if (run.error !== null) one.error = { code: run.error.code, message: run.error.message }
  }
  return taken.some(({ run, status }) => run !== null && status !== 'done')
}

function noteOf({ source, run, duplicate }: Ingested): string {
  return duplicate ? `${source}: the same bytes were ingested before (${run}); --again runs it once more` : `${source}: started ${run}`
}

function lineOf({ printer }: Session, one: Ingested): string {
  const { colors } = printer
  if (one.run === null) return `${colors.red('✕ refused')}  ${one.source}`
  if (one.status === null) return `${one.run}  ${one.source}`
  const next = one.openReviews.map((review) => `\n    countersign reviews show ${review}`).join('')
  return `${formatStatus(one.status, colors)}  ${one.source}  ${one.run}${one.error === null ? '' : `: ${one.error.message}`}${next}`
}

function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source)
}
