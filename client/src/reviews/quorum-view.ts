import type { ReviewRow, VoteRow } from '@countersign/db'
import { reviewPolicySchema, verbSchema } from '@countersign/workflows/contract'
import type { QuorumView, Standing, VoteView } from '../schemas/reviews.ts'

/**
 * How far a review has come that needs several answers; null where one is enough. While it is open and its policy blind, the answers
 * are shown to who has answered, and to who settles them where they differ.
 */
export function quorumView(row: ReviewRow, user: string, { votes, standing }: { votes: VoteRow[]; standing: Standing }): QuorumView | null {
  const { quorum, disputed, status, policy } = row
  if (quorum < 2) return null
  const mine = votes.some(({ by }) => by === user)
  const isBlind = reviewPolicySchema.parse(policy).blind ?? true
  const isShown = !isBlind || mine || status !== 'open' || (disputed && standing.allowed)
  return { needed: quorum, given: votes.length, disputed, mine, votes: isShown ? votes.map(voteView) : [] }
}

const voteView = ({ by, verb, value, reason, createdAt }: VoteRow): VoteView => ({
  by,
  verb: verbSchema.parse(verb),
  value,
  reason,
  at: createdAt.toISOString(),
})
