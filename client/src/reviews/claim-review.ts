import { claimReview as commitClaim, releaseReview as commitRelease } from '@countersign/db'
import type { ClientContext } from '../context.ts'
import { explainLoss } from '../explain-loss.ts'
import { checkId } from '../not-found.ts'
import type { Claim } from '../schemas/reviews.ts'
import { findOpenReview } from './find-open-review.ts'
import { checkStanding, readFacts } from './standing.ts'
import { MAX_TRIES, stillChanging } from './still-changing.ts'

/**
 * Takes the lease of a review for five minutes, or renews one's own; one that has expired is taken over from whoever held it.
 * Of any number of people at once one gets it. Safe to repeat.
 * Throws `claimed_by_other` (`details: {by, until}`), `not_yours_to_decide`, `already_voted`, `already_decided`, `run_ended`, `not_found`.
 */
export async function claimReview(context: ClientContext, review: string): Promise<Claim> {
  const { user, actor, database } = context
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const row = await findOpenReview(context, review)
    checkStanding(row, actor, await readFacts(context, row))
    const until = await commitClaim(database.db, { seen: row, by: user })
    if (until !== null) return { review, by: user, until: until.toISOString() }
    const why = await explainLoss(context, { review })
    if (why) throw why
  }
  throw stillChanging(review)
}

/** Gives the lease back so that others can go on. Nothing happens where one does not hold it. Safe to repeat. */
export async function releaseReview({ tenant, user, database }: ClientContext, review: string): Promise<void> {
  checkId('review', review)
  await commitRelease(database.db, { tenant, review, by: user })
}
