import type { BulkForkInput, RunSet, RunStatus } from '@countersign/client'
import { type Command, Option } from 'commander'
import { CommandError } from '../command-error.ts'
import { parseMoment } from '../parse-moment.ts'
import { parseCount } from '../parse-options.ts'

const STATUSES: readonly RunStatus[] = ['running', 'waiting', 'parked', 'done', 'aborted', 'cancelled']

/** What selects runs on the command line, in place of one run's id. */
export interface RunSetOptions {
  graph?: string
  versionIs?: string
  status?: RunStatus
  node?: string
  code?: string
  since?: string
  until?: string
  from?: string
  limit?: number
  dryRun?: boolean
}

/** Gives a command the options that select many runs. */
export function addRunSetOptions(command: Command): Command {
  return command
    .option('--graph <name>', 'many: runs of this graph')
    .option('--version-is <version>', 'many: runs on this version of it')
    .addOption(new Option('--status <status>', 'many: runs in this state').choices(STATUSES))
    .option('--node <node>', 'many: runs that failed or are parked at this node')
    .option('--code <code>', 'many: runs that failed with this error')
    .option('--since <time>', 'many: runs started since (2026-11-30, 3d, yesterday)', parseMoment)
    .option('--until <time>', 'many: runs started before', parseMoment)
    .option('--from <where>', 'many: "start", "latest", or the node before which to start')
    .option('--limit <n>', 'many: at most so many, newest first (default: 100)', parseCount)
    .option('--dry-run', 'many: say which runs, and change nothing')
}

/** The runs that the options select; null where they select none. */
export function runSetOf({ graph, versionIs: version, status, node, code, since, until }: RunSetOptions): RunSet | null {
  const set = Object.fromEntries(
    Object.entries({ graph, version, status, node, code, since, until }).filter(([, value]) => value !== undefined),
  )
  return Object.keys(set).length === 0 ? null : set
}

/** Where in each run to start. */
export function startOf(from: string | undefined): BulkForkInput['from'] {
  if (from === undefined || from === 'start' || from === 'latest') return from
  return { node: from }
}

/** Throws `invalid_input` unless either one run is named or runs are selected. */
export function checkOneOrMany(run: string | undefined, options: RunSetOptions, onlyOne: Record<string, unknown>): void {
  const many = runSetOf(options)
  if ((run === undefined) === (many === null)) {
    throw new CommandError('invalid_input', 'Name one run, or select runs with options such as --graph, --status or --since.')
  }
  const { from, limit, dryRun } = options
  const [wrong] = Object.entries(run === undefined ? onlyOne : { '--from': from, '--limit': limit, '--dry-run': dryRun }).find(
    ([, value]) => value !== undefined,
  ) ?? [null]
  if (wrong !== null) throw new CommandError('invalid_input', `${wrong} is for ${run === undefined ? 'one run' : 'many runs'}.`)
}
