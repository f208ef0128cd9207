import type { Command } from 'commander'
import { CommandError } from '../command-error.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { formatDue } from '../output/format-values.ts'
import { parseSeconds } from '../parse-options.ts'
import { examples, type Registrar } from '../registrar.ts'
import { nameReview } from './name-review.ts'

/** `countersign reviews assign <review> [person]` */
export function addReviewsAssign(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('assign')
    .description('give a review to somebody, or take it away again; they are told')
    .argument('<review>', 'id of the review, or of a run that waits for one')
    .argument('[person]', 'who is to decide it')
    .option('--nobody', 'take it away from whoever has it')
    .addHelpText('after', examples('countersign reviews assign rv_8Qm… bob', 'countersign reviews assign rv_8Qm… --nobody'))
  command.action(
    action(command, async ({ client, printer }, id: string, person: string | undefined, { nobody }: { nobody?: boolean }) => {
      if ((person === undefined) === !nobody) throw new CommandError('invalid_input', 'Name the person, or give --nobody.')
      const door = await client()
      const review = await door.assign(await nameReview(door, id), person ?? null)
      printer.item(review, () => (review.assignee === null ? `${review.id} is nobody's` : `${review.id} is for ${review.assignee}`))
      return EXIT_CODES.ok
    }),
  )
}

/** `countersign reviews due <review> [time]` */
export function addReviewsDue(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('due')
    .description('move the deadline of a review, or take it away')
    .argument('<review>', 'id of the review, or of a run that waits for one')
    .argument('[time]', 'how long from now (90s, 15m, 2h, 3d)', parseSeconds)
    .option('--never', 'without a deadline')
    .addHelpText('after', examples('countersign reviews due rv_8Qm… 2h', 'countersign reviews due rv_8Qm… --never'))
  command.action(
    action(command, async ({ client, printer }, id: string, seconds: number | undefined, { never }: { never?: boolean }) => {
      if ((seconds === undefined) === !never) throw new CommandError('invalid_input', 'Give the time, or --never.')
      const door = await client()
      const dueAt = seconds === undefined ? null : new Date(Date.now() + seconds * 1000).toISOString()
      const review = await door.setDeadline(await nameReview(door, id), dueAt)
      printer.item(review, () => `${review.id} is due ${review.dueAt === null ? 'never' : formatDue(review.dueAt)}`)
      return EXIT_CODES.ok
    }),
  )
}
