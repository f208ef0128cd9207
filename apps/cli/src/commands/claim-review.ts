import type { Command } from 'commander'
import { EXIT_CODES } from '../exit-codes.ts'
import { examples, type Registrar } from '../registrar.ts'
import { nameReview } from './name-review.ts'

/** `countersign reviews claim <review>` and `countersign reviews release <review>` */
export function addReviewsClaim(parent: Command, { action }: Registrar): void {
  const claim = parent
    .command('claim')
    .description('take a review for five minutes: nobody else may decide it meanwhile; again renews it')
    .argument('<review>', 'id of the review, or of a run that waits for one')
    .addHelpText('after', examples('countersign reviews claim rv_8Qm…'))
  claim.action(
    action(claim, async ({ client, printer }, id: string) => {
      const door = await client()
      const taken = await door.claim(await nameReview(door, id))
      printer.item(
        taken,
        () => `${taken.review} is yours until ${new Date(taken.until).toLocaleTimeString('en-GB')}; the same command again renews it`,
      )
      return EXIT_CODES.ok
    }),
  )
  const release = parent
    .command('release')
    .description('give a review back, so that others can go on')
    .argument('<review>', 'id of the review, or of a run that waits for one')
    .addHelpText('after', examples('countersign reviews release rv_8Qm…'))
  release.action(
    action(release, async ({ client, printer }, id: string) => {
      const door = await client()
      const review = await nameReview(door, id)
      await door.release(review)
      printer.item({ review }, () => `${review} is free`)
      return EXIT_CODES.ok
    }),
  )
}
