import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '../connect.ts'
import { CHANGES_CHANNEL } from '../notify.ts'
import { isAsSeen, isFreeFor, type SeenReview } from './seen-review.ts'

/** How long a claim lasts without being renewed. */
const LEASE = '5 minutes'

const claimsSchema = z.array(z.object({ until: z.coerce.date() }))

/**
 * Takes the lease of a review, or renews it, if nobody else holds it and the review still is as it was seen. The audit entry says
 * whose expired lease was taken over; a renewal is no news. Answers until when it lasts, null when something came first. Safe to repeat.
 */
export async function claimReview(db: DbOrTx, { seen, by }: { seen: SeenReview; by: string }): Promise<Date | null> {
  const { tenant, id, run, document } = seen
  const result = await db.execute(sql`
    with held as (
      select v.id, v.claimed_by, v.claimed_until > now() as live from countersign.reviews v
      where ${isAsSeen(seen)} and ${isFreeFor(by)} for no key update
    ), taken as (
      update countersign.reviews v set claimed_by = ${by}, claimed_until = now() + ${LEASE}::interval from held where v.id = held.id
      returning v.id, v.claimed_until, held.claimed_by, coalesce(held.live, false) as live
    ), audited as (
      insert into countersign.audit (tenant, actor, event, run, review, document, data)
      select ${tenant}, ${by}, case when claimed_by is null or claimed_by = ${by} then 'review.claimed' else 'review.taken_over' end,
             ${run}, id, ${document}, jsonb_strip_nulls(jsonb_build_object('from', nullif(claimed_by, ${by}), 'until', claimed_until))
      from taken where not live
    ), told as (
      select pg_notify(${CHANGES_CHANNEL}, json_build_object('tenant', ${tenant}::text, 'kind', 'review', 'id', ${id}::text, 'run', ${run}::text)::text)
      from taken
    )
    select claimed_until as until from taken, told`)
  return claimsSchema.parse(result.rows)[0]?.until ?? null
}

/** Gives a lease back. Nothing happens where `by` does not hold it. Safe to repeat. */
export async function releaseReview(db: DbOrTx, { tenant, review, by }: { tenant: string; review: string; by: string }): Promise<void> {
  await db.execute(sql`
    with freed as (
      update countersign.reviews v set claimed_by = null, claimed_until = null
      where v.tenant = ${tenant} and v.id = ${review} and v.status = 'open' and v.claimed_by = ${by}
      returning v.id, v.run, v.document
    ), audited as (
      insert into countersign.audit (tenant, actor, event, run, review, document, data)
      select ${tenant}, ${by}, 'review.released', run, id, document, '{}' from freed
    )
    select pg_notify(${CHANGES_CHANNEL}, json_build_object('tenant', ${tenant}::text, 'kind', 'review', 'id', id, 'run', run)::text) from freed`)
}

/** Gives an open review to somebody, or to nobody. False where it is not open. Safe to repeat: what is so already is no news. */
export async function assignReview(
  db: DbOrTx,
  { tenant, review, to, by }: { tenant: string; review: string; to: string | null; by: string },
): Promise<boolean> {
  const result = await db.execute(sql`
    with held as (
      select v.id, v.run, v.document, v.assignee from countersign.reviews v
      where v.tenant = ${tenant} and v.id = ${review} and v.status = 'open' for no key update
    ), given as (
      update countersign.reviews v set assignee = ${to} from held where v.id = held.id and held.assignee is distinct from ${to}
      returning held.*
    ), audited as (
      insert into countersign.audit (tenant, actor, event, run, review, document, data)
      select ${tenant}, ${by}, 'review.assigned', run, id, document, jsonb_build_object('to', ${to}::text, 'from', assignee) from given
    ), told as (
      select count(pg_notify(${CHANGES_CHANNEL}, json_build_object('tenant', ${tenant}::text, 'kind', 'review', 'id', id, 'run', run)::text)) from given
    )
    select held.id from held, told`)
  return result.rows.length > 0
}
