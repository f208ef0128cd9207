import { hasDecidedBefore, listVotes, type ReviewRow, type VoteRow } from '@countersign/db'
import { type Actor, CountersignError, permissionsOf, reviewPolicySchema } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import type { Standing } from '../schemas/reviews.ts'

/** What a person's standing rests on beside the review's own row. */
export interface StandingFacts {
  /** The answers of this round, where the review needs several. */
  votes: VoteRow[]
  /** The person has answered an earlier review of the run, and the policy minds. */
  decidedBefore: boolean
}

type Ruled = Pick<ReviewRow, 'status' | 'decidedBy' | 'roles' | 'users' | 'excluded' | 'disputed'>

/** Reads what {@link standingOf} needs. Most reviews need nothing. */
export async function readFacts({ tenant, user, database: { db } }: ClientContext, review: ReviewRow): Promise<StandingFacts> {
  const { id, round, quorum, policy, status } = review
  const minds = status === 'open' && reviewPolicySchema.parse(policy).notBefore === true
  const [votes, decidedBefore] = await Promise.all([
    quorum > 1 ? listVotes(db, { tenant, review: id, round }) : [],
    minds && hasDecidedBefore(db, { tenant, review: id, user }),
  ])
  return { votes, decidedBefore }
}

/** Whether a person may claim and decide a review now; the one place where it is said. A lease that somebody else holds does not count here. */
export function standingOf(review: Ruled, actor: Pick<Actor, 'user' | 'roles' | 'scopes'>, facts: StandingFacts): Standing {
  const why = objectionTo(review, actor, facts)
  return { allowed: why === null, why }
}

/** Throws `already_voted` or `not_yours_to_decide` (`details: {roles, users}`) for who may not. */
export function checkStanding(review: Ruled & { id: string }, actor: Actor, facts: StandingFacts): void {
  const { allowed, why } = standingOf(review, actor, facts)
  if (allowed || why === null) return
  const mine = facts.votes.find(({ by }) => by === actor.user)
  const { id, roles, users } = review
  if (mine && !review.disputed) throw new CountersignError('already_voted', why, { review: id, at: mine.createdAt.toISOString() })
  throw new CountersignError('not_yours_to_decide', why, { review: id, roles, users })
}

function objectionTo(
  review: Ruled,
  { user, roles, scopes }: Pick<Actor, 'user' | 'roles' | 'scopes'>,
  facts: StandingFacts,
): string | null {
  if (review.status === 'decided') return `${review.decidedBy} has decided it.`
  if (review.status === 'withdrawn') return 'The run has moved on; nothing is left to decide.'
  if (!permissionsOf({ roles, scopes }).includes('review')) return `Deciding needs the role ${orList(review.roles)}.`
  if (review.excluded.includes(user))
    return 'The policy wants somebody else here: you started this run, or answered one of its reviews before.'
  if (facts.decidedBefore) return 'The policy wants somebody else here: you answered an earlier review of this run.'
  if (facts.votes.some(({ by }) => by === user)) {
    return review.disputed
      ? 'The answers differ and yours is one of them; somebody else settles it.'
      : 'You have answered already. Others have to answer as well.'
  }
  if (roles.includes('admin') || review.users.includes(user) || roles.some((role) => review.roles.includes(role))) return null
  const yours = roles.length > 0 ? orList([...roles]) : 'without a role'
  const people = [review.roles.length > 0 ? `the role ${orList(review.roles)}` : '', orList(review.users)].filter((text) => text !== '')
  return people.length === 0 ? 'Only an admin may decide it.' : `It is for ${people.join(' or for ')}; you are ${yours}.`
}

const orList = (names: string[]): string => (names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`)
