import { and, asc, eq, type InferSelectModel, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '../connect.ts'
import { announceChanges } from '../notify.ts'
import { votes } from '../schema/index.ts'
import { appendAudit } from './audit.ts'
import { hasAnsweredBefore, hasLiveRun, isAsSeen, isFreeFor, type SeenReview } from './seen-review.ts'

export type VoteRow = InferSelectModel<typeof votes>

export interface NewVote {
  id: string
  seen: SeenReview
  verb: string
  value: unknown
  reason: string | null
  node: string | null
  by: string
  clientKey: string | null
}

/** The answers of a review's round, in the order they were given. */
export async function listVotes(db: DbOrTx, where: { tenant: string; review: string; round: number }): Promise<VoteRow[]> {
  return await db
    .select()
    .from(votes)
    .where(and(eq(votes.tenant, where.tenant), eq(votes.review, where.review), eq(votes.round, where.round)))
    .orderBy(asc(votes.createdAt), asc(votes.id))
}

export async function findVoteByClientKey(db: DbOrTx, where: { tenant: string; clientKey: string }): Promise<VoteRow | null> {
  const rows = await db
    .select()
    .from(votes)
    .where(and(eq(votes.tenant, where.tenant), eq(votes.clientKey, where.clientKey)))
  return rows[0] ?? null
}

/** Locks a review until the transaction ends if it still is as it was seen and `by` may answer it now; false when something came first. */
export async function holdReview(tx: DbOrTx, { seen, by }: { seen: SeenReview; by: string }): Promise<boolean> {
  const result = await tx.execute(sql`
    select 1 from countersign.reviews v where ${isAsSeen(seen)} and ${isFreeFor(by)} and ${hasLiveRun} for no key update of v`)
  return result.rows.length > 0
}

/** Whether somebody has answered another review of the run. */
export async function hasDecidedBefore(db: DbOrTx, where: { tenant: string; review: string; user: string }): Promise<boolean> {
  const result = await db.execute(sql`
    select 1 from countersign.reviews v where v.tenant = ${where.tenant} and v.id = ${where.review} and ${hasAnsweredBefore(where.user)}`)
  return result.rows.length > 0
}

const tallySchema = z.array(z.object({ agreeing: z.number(), given: z.number(), voters: z.array(z.string()) }))

/**
 * Records an answer to a review that the caller holds, and gives its lease back. The audit entry does not say what was answered:
 * others must not see it before they have answered. Tells how many of the round's answers are the same as this one (verb, value,
 * node), and by whom.
 */
export async function insertVote(tx: DbOrTx, vote: NewVote): Promise<{ agreeing: number; given: number; voters: string[] }> {
  const { id, seen, verb, reason, node, by, clientKey } = vote
  const { tenant, run, document, round, shownHash } = seen
  const value = JSON.stringify(vote.value)
  await tx.execute(sql`
    with cast_vote as (
      insert into countersign.votes (id, tenant, review, round, verb, value, reason, node, by, client_key, shown_hash)
      values (${id}, ${tenant}, ${seen.id}, ${round}, ${verb}, ${value}::jsonb, ${reason}, ${node}, ${by}, ${clientKey}, ${shownHash})
    ), kept as (
      insert into countersign.shown (tenant, hash, request)
      select v.tenant, v.shown_hash, v.request from countersign.reviews v where v.tenant = ${tenant} and v.id = ${seen.id}
      on conflict do nothing
    )
    update countersign.reviews v set claimed_by = null, claimed_until = null
    where v.tenant = ${tenant} and v.id = ${seen.id} and v.claimed_by is not null`)
  await appendAudit(tx, { tenant, actor: by, event: 'review.voted', run, review: seen.id, document, data: { vote: id } })
  await announceChanges(tx, [{ tenant, kind: 'review', id: seen.id, run }])
  const result = await tx.execute(sql`
    select count(*)::int as given, (count(*) filter (where same))::int as agreeing,
           coalesce(array_agg(by order by created_at, id) filter (where same), '{}') as voters
    from (select id, by, created_at,
                 verb = ${verb} and value is not distinct from ${value}::jsonb and node is not distinct from ${node} as same
            from countersign.votes where tenant = ${tenant} and review = ${seen.id} and round = ${round}) answers`)
  return tallySchema.parse(result.rows)[0] ?? { agreeing: 0, given: 0, voters: [] }
}

/** Answers differ: from now on one person of `role` settles a review that the caller holds. */
export async function disputeReview(tx: DbOrTx, { seen, role, by }: { seen: SeenReview; role: string; by: string }): Promise<void> {
  const { tenant, run, document } = seen
  await tx.execute(sql`
    update countersign.reviews v set disputed = true, roles = array[${role}]::text[], users = '{}', assignee = null
    where v.tenant = ${tenant} and v.id = ${seen.id}`)
  await appendAudit(tx, { tenant, actor: by, event: 'review.disputed', run, review: seen.id, document, data: { role } })
}
