import type { BulkFork, BulkForkInput, CountersignClient, RunDetail, RunSet } from '@countersign/client'
import type { Command } from 'commander'
import { askYes } from '../ask-yes.ts'
import { EXIT_CODES, type ExitCode } from '../exit-codes.ts'
import { formatCount, formatStatus } from '../output/format-values.ts'
import { examples, type Registrar } from '../registrar.ts'
import type { Session } from '../session.ts'
import { addEditOptions, type EditOptions, editBaseOf, readEdit } from '../state-edit.ts'
import { waitAtRest } from '../wait-at-rest.ts'
import { addPlaceOptions, bulkTable, type PlaceOptions, placeNames, placeOf } from './fork-choices.ts'
import { addRunSetOptions, checkOneOrMany, type RunSetOptions, runSetOf, startOf } from './run-set.ts'

interface Options extends PlaceOptions, EditOptions, RunSetOptions {
  title?: string
  key?: string
  yes?: boolean
}

/** `countersign runs fork [run]` */
export function addRunsFork(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('fork')
    .description('start a new run from a checkpoint of a run, with its state as it was or changed; or of many runs')
    .argument('[run]', 'id of the run; it stays as it is')
  addPlaceOptions(command, { start: 'the newest' })
  addEditOptions(command).option('--title <text>', 'of the new run').option('--key <key>', 'one: the same key forks once')
  addRunSetOptions(command)
    .option('--yes', 'many: do not ask')
    .addHelpText(
      'after',
      examples(
        'countersign runs fork r_4Zk…',
        'countersign runs fork r_4Zk… --step 3 --set total=1939.00 --reason "the total was net" --wait',
        'countersign runs fork r_4Zk… --checkpoint 1f0b… --patch change.json --as-node extract',
        'countersign runs fork r_4Zk… --step 5 --nodes left --version 2',
        'countersign runs fork --graph ingest --status parked --node extract --since yesterday --version-is 3 --dry-run',
      ),
    )
  command.action(
    action(command, async (session, run: string | undefined, options: Options) => {
      checkOneOrMany(run, options, { ...placeNames(options), '--title': options.title, '--key': options.key })
      const set = runSetOf(options)
      return run === undefined && set !== null ? await forkMany(session, set, options) : await forkOne(session, run ?? '', options)
    }),
  )
}

async function forkOne(session: Session, parent: string, options: Options): Promise<ExitCode> {
  const { printer, context } = session
  const client = await session.client()
  const place = await placeOf(client, parent, options)
  const edit = await readEdit(context, options, editBaseOf(client, parent, place))
  const { graphVersion: version, reason, title, key: clientKey } = options
  const { run } = await client.forkRun(parent, { ...place, edit, version, reason, title, clientKey })
  const [ended] = options.wait ? await waitAtRest(session, client, [run], options.timeout) : []
  printer.item({ run, parent, ...resultOf(ended) }, () => {
    const said = `${run} goes on from ${parent}`
    return ended === undefined ? said : `${formatStatus(ended.status, printer.colors, ended.partial)}  ${said}${reviewLines(ended)}`
  })
  return ended === undefined || ended.status === 'done' ? EXIT_CODES.ok : EXIT_CODES.unfinished
}

const resultOf = (run: RunDetail | undefined) =>
  run === undefined ? {} : { status: run.status, openReviews: run.openReviews, error: run.error }

const reviewLines = ({ openReviews }: RunDetail): string => openReviews.map((review) => `\n    countersign reviews show ${review}`).join('')

async function forkMany(session: Session, of: RunSet, options: Options): Promise<ExitCode> {
  const { printer, context } = session
  const client = await session.client()
  const edit = await readEdit(context, options, null)
  const { graphVersion: version, reason, from, limit } = options
  const input: BulkForkInput = { of, edit, version, reason, from: startOf(from), limit }
  if (options.dryRun || !options.yes) {
    const planned = await client.forkRuns({ ...input, dryRun: true })
    if (options.dryRun) {
      printer.list(planned.items, () => `${bulkTable(printer, planned)}\n\n${plan(planned)}`)
      return EXIT_CODES.ok
    }
    printer.note(bulkTable(printer, planned))
    const count = planned.items.filter(({ refused }) => refused === null).length
    if (count === 0 || !(await askYes(context, `Fork ${count === 1 ? 'this run' : `these ${count} runs`}?`))) {
      printer.note('Nothing was forked.')
      return EXIT_CODES.ok
    }
  }
  const made = await client.forkRuns(input)
  printer.list(made.items, () => bulkTable(printer, made))
  return await endOfMany(session, client, made, options)
}

function plan({ items }: BulkFork): string {
  const refused = items.filter((item) => item.refused !== null).length
  const would = formatCount(items.length - refused, 'run would be forked', 'runs would be forked')
  return refused === 0 ? would : `${would}, ${refused} refused`
}

/** What is said once the forks are made, and how the command ends. */
async function endOfMany(session: Session, client: CountersignClient, { bulk, items }: BulkFork, options: Options): Promise<ExitCode> {
  const forks = items.flatMap(({ fork }) => fork ?? [])
  if (bulk !== null && forks.length > 0) session.printer.note(`Compare them with their parents: countersign runs compare --bulk ${bulk}`)
  const runs = options.wait ? await waitAtRest(session, client, forks, options.timeout) : []
  if (items.some(({ refused }) => refused !== null)) return EXIT_CODES.conflict
  return runs.every(({ status }) => status === 'done') ? EXIT_CODES.ok : EXIT_CODES.unfinished
}
