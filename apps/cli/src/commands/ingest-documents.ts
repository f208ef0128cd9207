import type { CountersignClient, IngestInput, IngestSettings, RunDetail } from '@countersign/client'
import { type Command, Option } from 'commander'
import { CommandError } from '../command-error.ts'
import { describeError } from '../describe-error.ts'
import { EXIT_CODES, type ExitCode } from '../exit-codes.ts'
import { waitForRuns } from '../follow-runs.ts'
import { formatStatus } from '../output/format-values.ts'
import { parseDepth, parseSeconds } from '../parse-options.ts'
import { examples, type Registrar } from '../registrar.ts'
import type { Session } from '../session.ts'
import { KIND_NAMES, STRATEGY_NAMES } from './ingest-choices.ts'

interface Options {
  text?: string
  name?: string
  kind?: IngestSettings['kind']
  strategy?: IngestSettings['strategy']
  enrich?: boolean
  depth?: number
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

/** `countersign ingest [path|url]…` */
export function addIngest(program: Command, { action }: Registrar): void {
  const command = program
    .command('ingest')
    .description('take in documents: each becomes one run of the graph "ingest"')
    .argument('[source...]', 'files, http(s) addresses, or s3://bucket/key, which the worker reads')
    .option('--text <text>', 'take in this text itself')
    .option('--name <name>', 'with --text: what to call it')
    .addOption(new Option('--kind <kind>', 'what they are; an error where the content is something else').choices(KIND_NAMES))
    .option('--type <type>', 'read them as this document type (invoice, receipt, generic) instead of guessing')
    .option('--language <code>', 'their language, such as en, fr, zh')
    .addOption(new Option('--strategy <name>', 'how the pages of PDFs are read; decided page by page otherwise').choices(STRATEGY_NAMES))
    .option('--enrich', 'have the chat model place each chunk in its document with a sentence')
    .option('--depth <links>', 'read addresses as websites, and follow so many links from each (0 to 10)', parseDepth)
    .option('--again', 'run even when the same bytes were ingested before')
    .option('--wait', 'stay until every run is finished or needs a person (exit code 6)')
    .option('--timeout <time>', 'with --wait: stay at most so long (90s, 15m)', parseSeconds)
    .addHelpText(
      'after',
      examples(
        'countersign ingest invoice.pdf report.md',
        'countersign ingest invoice.pdf --type invoice --wait',
        'countersign ingest https://example.com/notice.html --language fr',
        'countersign ingest https://example.com/handbook/ --kind website --depth 2',
        'countersign ingest s3://papers/2026/report.docx',
        "countersign ingest --text 'The gate is open from 6 to 20.' --name opening-hours",
        "countersign ingest *.pdf --json | jq -r 'select(.error) | .source'",
      ),
    )
  command.action(action(command, ingestAll))
}

async function ingestAll(session: Session, sources: string[], options: Options): Promise<ExitCode> {
  if (sources.length === 0 && options.text === undefined)
    throw new CommandError('invalid_input', 'Name a file or an address, or give a --text.')
  const client = await session.client()
  let failure: ExitCode = EXIT_CODES.ok
  const taken: Ingested[] = []
  for (const resource of resourcesOf(sources, options)) {
    const { ingested, exit } = await ingestOne(session, client, resource, options)
    taken.push(ingested)
    failure ||= exit
    // Without its services every further file would fail the same way.
    if (exit === EXIT_CODES.unavailable || exit === EXIT_CODES.interrupted) break
  }
  const unfinished = options.wait === true && (await waitForAll(session, client, taken, options.timeout))
  session.printer.list(taken, () => taken.map((one) => lineOf(session, one)).join('\n'))
  return failure === EXIT_CODES.ok && unfinished ? EXIT_CODES.unfinished : failure
}

/** What to take in, and what it is called in what is printed. */
interface Resource {
  source: string
  from: { path: string } | { url: string } | { text: string; name?: string }
}

function resourcesOf(sources: readonly string[], { text, name }: Options): Resource[] {
  const named = sources.map((source) => ({ source, from: isAddress(source) ? { url: source } : { path: source } }))
  return text === undefined ? named : [...named, { source: name ?? 'the text', from: { text, name } }]
}

async function ingestOne(
  { printer }: Session,
  client: CountersignClient,
  { source, from }: Resource,
  options: Options,
): Promise<{ ingested: Ingested; exit: ExitCode }> {
  const ingested: Ingested = { source, run: null, document: null, duplicate: false, status: null, openReviews: [], error: null }
  const { kind, type: documentType, language, strategy, enrich, depth, again } = options
  const input: IngestInput = { kind, documentType, language, strategy, enrich, depth, again, ...from }
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
  return /^(https?|s3):\/\//i.test(source)
}
