import type { BulkFork, CountersignClient, RunSet } from '@countersign/client'
import type { Command } from 'commander'
import { EXIT_CODES, type ExitCode } from '../exit-codes.ts'
import { formatBulk, formatComparison } from '../output/format-comparison.ts'
import { formatCount } from '../output/format-values.ts'
import { examples, type Registrar } from '../registrar.ts'
import type { Session } from '../session.ts'
import { addEditOptions, type EditOptions, editBaseOf, readEdit } from '../state-edit.ts'
import { waitAtRest } from '../wait-at-rest.ts'
import { addPlaceOptions, bulkTable, type PlaceOptions, placeNames, placeOf } from './fork-choices.ts'
import { addRunSetOptions, checkOneOrMany, type RunSetOptions, runSetOf, startOf } from './run-set.ts'

type Options = PlaceOptions & EditOptions & RunSetOptions

/** `countersign runs replay [run]` */
export function addRunsReplay(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('replay')
    .description('run again with the present code and models, in a sandbox: what would be written is recorded, and nobody is asked')
    .argument('[run]', 'id of the run; or select many with the options below')
  addPlaceOptions(command, { start: 'start' })
  addEditOptions(command)
  addRunSetOptions(command).addHelpText(
    'after',
    examples(
      'countersign runs replay r_4Zk… --wait',
      'countersign runs replay r_4Zk… --step 2 --set prompt="Read the total with VAT." --wait',
      'countersign runs replay --graph ingest --status done --since yesterday --limit 50 --wait',
      'countersign runs replay --graph ingest --status done --since 7d --from extract --dry-run',
    ),
  )
  command.action(
    action(command, async (session, run: string | undefined, options: Options) => {
      checkOneOrMany(run, options, placeNames(options))
      const set = runSetOf(options)
      return run === undefined && set !== null ? await replayMany(session, set, options) : await replayOne(session, run ?? '', options)
    }),
  )
}

async function replayOne(session: Session, parent: string, options: Options): Promise<ExitCode> {
  const { printer } = session
  const client = await session.client()
  const run = await startOne(session, client, parent, options)
  if (!options.wait) {
    printer.item({ run, parent }, () => `${run} replays ${parent}`)
    printer.note(`Compare them with: countersign runs compare ${parent} ${run}`)
    return EXIT_CODES.ok
  }
  const [ended] = await waitAtRest(session, client, [run], options.timeout)
  const comparison = await client.compareRuns(parent, run)
  printer.item(comparison, () => formatComparison(printer, comparison))
  return ended?.status === 'done' ? EXIT_CODES.ok : EXIT_CODES.unfinished
}

async function startOne({ context }: Session, client: CountersignClient, parent: string, options: Options): Promise<string> {
  const place = await placeOf(client, parent, options)
  const edit = await readEdit(context, options, editBaseOf(client, parent, place))
  const { graphVersion: version, reason } = options
  // A finished run has nothing next at its end: it is run again from its start.
  const checkpoint = place.checkpoint ?? 'start'
  return (await client.forkRun(parent, { ...place, checkpoint, edit, version, reason, sandbox: true })).run
}

async function replayMany(session: Session, of: RunSet, options: Options): Promise<ExitCode> {
  const { printer, context } = session
  const client = await session.client()
  const edit = await readEdit(context, options, null)
  const { graphVersion: version, reason, limit, dryRun } = options
  const made = await client.forkRuns({ of, edit, version, reason, limit, dryRun, from: startOf(options.from) ?? 'start', sandbox: true })
  if (made.bulk === null || !options.wait) {
    printer.list(made.items, () => bulkTable(printer, made))
    if (made.bulk !== null) printer.note(`Compare them with: countersign runs compare --bulk ${made.bulk}`)
    return made.bulk !== null && refusedOf(made).length > 0 ? EXIT_CODES.conflict : EXIT_CODES.ok
  }
  return await compareAll(session, client, { ...made, bulk: made.bulk }, options)
}

const refusedOf = ({ items }: BulkFork) => items.filter(({ refused }) => refused !== null)

async function compareAll(
  session: Session,
  client: CountersignClient,
  made: BulkFork & { bulk: string },
  options: Options,
): Promise<ExitCode> {
  const { printer } = session
  const runs = await waitAtRest(
    session,
    client,
    made.items.flatMap(({ fork }) => fork ?? []),
    options.timeout,
  )
  const comparison = await client.compareBulk(made.bulk)
  printer.list(comparison.rows, () => formatBulk(printer, comparison))
  const refused = refusedOf(made)
  if (refused.length > 0) {
    printer.note(`${formatCount(refused.length, 'run', 'runs')} could not be replayed: ${refused[0]?.refused?.message ?? ''}`)
    return EXIT_CODES.conflict
  }
  return runs.every(({ status }) => status === 'done') ? EXIT_CODES.ok : EXIT_CODES.unfinished
}
