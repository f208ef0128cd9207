import type { BatchInput } from '@countersign/client'
import { Argument, type Command } from 'commander'
import { CommandError } from '../command-error.ts'
import { examples, type Registrar } from '../registrar.ts'
import { decideBatch, resumeBatch } from '../run-batch.ts'
import { addFilterOptions, type FilterOptions, toFilter } from './review-filter.ts'

interface Options extends FilterOptions {
  reason?: string
  yes?: boolean
  all?: boolean
  withoutOdd?: boolean
}
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
  command.action(
    action(command, async (session, verb: 'approve' | 'reject', reviews: string[], options: Options) =>
      decideBatch(session, selectionOf(verb, reviews, options), options),
    ),
  )
}

/** `countersign reviews resume-batch <batch>` */
export function addReviewsResumeBatch(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('resume-batch')
    .description('goes on with a batch that was stopped, where it was; Ctrl-C stops it again')
    .argument('<batch>', 'its id, as `reviews batch` printed it; only its maker goes on with it')
    .option('--yes', 'do not ask, where it was never started')
    .addHelpText('after', examples('countersign reviews resume-batch b_5Rt…'))
  command.action(action(command, resumeBatch))
}

function selectionOf(verb: 'approve' | 'reject', reviews: string[], options: Options): BatchInput {
  const filter = toFilter(options)
  const isFiltered = Object.keys(filter).length > 0
  const ways = [reviews.length > 0, isFiltered || options.all === true].filter(Boolean).length
  if (ways !== 1)
    throw new CommandError('invalid_input', 'Name the reviews, or select them with options such as --type; --all takes every open one.')
  if (options.all && isFiltered) throw new CommandError('invalid_input', '--all takes every open review: leave the other options away.')
  const answer = { verb, reason: options.reason }
  return reviews.length > 0 ? { ...answer, reviews } : { ...answer, filter }
}
