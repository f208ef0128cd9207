import type { ReviewFilter, ReviewKind } from '@countersign/client'
import { type Command, Option } from 'commander'
import { CommandError } from '../command-error.ts'
import { parseSeconds, parseShare } from '../parse-options.ts'

// Not the client's own lists: `--help` must not load a database driver. The compiler compares them.
const KINDS: Record<ReviewKind, true> = {
  extraction: true,
  approval: true,
  choice: true,
  question: true,
  tool: true,
  incident: true,
  breakpoint: true,
  custom: true,
}
const DUE: Record<NonNullable<ReviewFilter['due']>, true> = { overdue: true, soon: true, none: true }

/** What narrows reviews on the command line. */
export interface FilterOptions {
  kind?: ReviewKind
  type?: string
  run?: string
  olderThan?: number
  text?: string
  free?: boolean
  mine?: boolean
  assigned?: boolean
  decidable?: boolean
  due?: ReviewFilter['due']
  minConfidence?: number
  maxConfidence?: number
}

/** Gives a command the options that narrow reviews. */
export function addFilterOptions(command: Command): Command {
  return command
    .addOption(new Option('--kind <kind>', 'only this kind').choices(Object.keys(KINDS)))
    .option('--type <type>', 'only documents of this type')
    .option('--run <run>', 'only of this run')
    .option('--older-than <time>', 'only what has waited so long (90s, 15m, 2h, 3d)', parseSeconds)
    .option('--text <words>', 'only where the title holds these words')
    .option('--free', 'only what nobody has claimed')
    .option('--mine', 'only what you have claimed')
    .option('--assigned', 'only what was given to you')
    .option('--decidable', 'only what you may decide')
    .addOption(
      new Option('--due <when>', 'only overdue, due soon (within the hour), or none: without a deadline').choices(Object.keys(DUE)),
    )
    .option('--min-confidence <0..1>', 'only where the machine is at least so sure', parseShare)
    .option('--max-confidence <0..1>', 'only where the machine is at most so sure', parseShare)
}

/** The options as the client takes them. Throws `invalid_input` where two exclude each other. */
export function toFilter(options: FilterOptions): Omit<ReviewFilter, 'after' | 'limit' | 'status' | 'sort'> {
  const claims = (['free', 'mine', 'assigned'] as const).filter((claim) => options[claim])
  if (claims.length > 1) {
    throw new CommandError(
      'invalid_input',
      `Give one of --free, --mine and --assigned, not ${claims.map((claim) => `--${claim}`).join(' and ')}.`,
    )
  }
  const { kind, type: documentType, run, olderThan, text, decidable, due, minConfidence, maxConfidence } = options
  const filter = { kind, documentType, run, olderThan, text, claim: claims[0], decidable, due, minConfidence, maxConfidence }
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}
