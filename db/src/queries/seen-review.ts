import { type SQL, sql } from 'drizzle-orm'

/** An open review as whoever writes to it has seen it. */
export interface SeenReview {
  tenant: string
  id: string
  run: string
  document: string | null
  shownHash: string
  round: number
  roles: string[]
  users: string[]
  excluded: string[]
  quorum: number
  disputed: boolean
}

/** `v` is that review, still open, and still shows the same to the same people. */
export const isAsSeen = (seen: SeenReview): SQL => sql`
  v.tenant = ${seen.tenant} and v.id = ${seen.id} and v.status = 'open' and v.shown_hash = ${seen.shownHash}
    and v.roles = ${sql.param(seen.roles)}::text[] and v.users = ${sql.param(seen.users)}::text[]
    and v.excluded = ${sql.param(seen.excluded)}::text[] and v.quorum = ${seen.quorum} and v.disputed = ${seen.disputed}`

/** Nobody else holds the lease of `v` now. */
export const isFreeFor = (user: string): SQL => sql`(v.claimed_by is null or v.claimed_by = ${user} or v.claimed_until <= now())`

/** The run of `v` has not ended. */
export const hasLiveRun: SQL = sql`exists (
  select 1 from countersign.runs r where r.tenant = v.tenant and r.id = v.run and r.status in ('running', 'waiting', 'parked'))`

/** `user` has answered another review of the run of `v`. Whoever answered this one before it was sent back is among the excluded. */
export const hasAnsweredBefore = (user: string): SQL => sql`(exists (
    select 1 from countersign.reviews o join countersign.decisions d on d.review = o.id and d.withdrawn_at is null
     where o.tenant = v.tenant and o.run = v.run and o.id <> v.id and d.by = ${user})
  or exists (
    select 1 from countersign.reviews o join countersign.votes w on w.review = o.id
     where o.tenant = v.tenant and o.run = v.run and o.id <> v.id and w.by = ${user}))`
