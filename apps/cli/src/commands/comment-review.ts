import type { Command } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { examples, type Registrar } from '../registrar.ts'
import { nameReview } from './name-review.ts'

/** `countersign reviews comment <review> <text>` */
export function addReviewsComment(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('comment')
    .description('write a comment on a review; whoever is named with @ is told')
    .argument('<review>', 'id of the review, or of a run that waits for one')
    .argument('<text>', 'what to say')
    .addHelpText('after', examples('countersign reviews comment rv_8Qm… "@bob is this the net amount?"'))
  command.action(
    action(command, async ({ client, printer }, id: string, text: string) => {
      const door = await client()
      const comment = await door.comment(await nameReview(door, id), text)
      const told = comment.mentions.length === 0 ? '' : `; told: ${comment.mentions.join(', ')}`
      printer.item(comment, () => `Commented on ${comment.review}${told}`)
      return EXIT_CODES.ok
    }),
  )
}

/** `countersign reviews send-back <review>` */
export function addReviewsSendBack(parent: Command, { action }: Registrar): void {
  const command = parent
    .command('send-back')
    .description('open a decided review again for a second look, while its run has not gone on')
    .argument('<review>', 'id of the review')
    .requiredOption('--reason <text>', 'what is to be looked at again')
    .addHelpText('after', examples('countersign reviews send-back rv_8Qm… --reason "the currency is CHF"'))
  command.action(
    action(command, async ({ client, printer }, id: string, { reason }: { reason: string }) => {
      const review = await (await client()).sendBack(id, reason)
      printer.item(review, () => `${review.id} is open again, for the ${ordinal(review.round)} time: ${review.title}`)
      return EXIT_CODES.ok
    }),
  )
}

const ordinal = (round: number): string => (round === 2 ? 'second' : round === 3 ? 'third' : `${round}th`)
