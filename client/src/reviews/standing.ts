import { hasDecidedBefore, listVotes, type ReviewRow, type VoteRow } from '@countersign/db'
import { type Actor, CountersignError, permissionsOf, reviewPolicySchema, type Said, said } from '@countersign/workflows/contract'
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
  return { allowed: why === null, why: why?.english ?? null, says: why?.says ?? null }
}

/** Throws `already_voted` or `not_yours_to_decide` (`details: {roles, users}`) for who may not. */
export function checkStanding(review: Ruled & { id: string }, actor: Actor, facts: StandingFacts): void {
  const why = objectionTo(review, actor, facts)
  if (why === null) return
  const mine = facts.votes.find(({ by }) => by === actor.user)
  const { id, roles, users } = review
  if (mine && !review.disputed) throw new CountersignError('already_voted', why, { review: id, at: mine.createdAt.toISOString() })
  throw new CountersignError('not_yours_to_decide', why, { review: id, roles, users })
}

function objectionTo(review: Ruled, { user, roles, scopes }: Pick<Actor, 'user' | 'roles' | 'scopes'>, facts: StandingFacts): Said | null {
  if (review.status === 'decided') return said('standing.decided', { by: review.decidedBy ?? '' })
  if (review.status === 'withdrawn') return said('standing.withdrawn')
  if (!permissionsOf({ roles, scopes }).includes('review')) return said('standing.noRight', { roles: review.roles })
  if (review.excluded.includes(user)) return said('standing.excluded')
  if (facts.decidedBefore) return said('standing.before')
  if (facts.votes.some(({ by }) => by === user)) return said(review.disputed ? 'standing.disputed' : 'standing.voted')
  if (roles.includes('admin') || review.users.includes(user) || roles.some((role) => review.roles.includes(role))) return null
  return whoElse(review, [...roles])
}

function whoElse({ roles, users: people }: Pick<Ruled, 'roles' | 'users'>, yours: string[]): Said {
  if (roles.length > 0 && people.length > 0) return said('standing.forBoth', { roles, people, yours })
  if (roles.length > 0) return said('standing.forRoles', { roles, yours })
  return people.length > 0 ? said('standing.forPeople', { people, yours }) : said('standing.onlyAdmin')
}
