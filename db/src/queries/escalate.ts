import { and, eq, sql } from 'drizzle-orm'
import type { DbOrTx } from '../connect.ts'
import { CHANGES_CHANNEL } from '../notify.ts'
import { audit } from '../schema/index.ts'
import { hasLiveRun, isAsSeen, isFreeFor, type SeenReview } from './seen-review.ts'

export interface Escalation {
  seen: SeenReview
  role: string
  reason: string
  by: string
  clientKey: string | null
  /** Which ticket it used up. */
  ticket: string | null
}

/**
 * Hands an open review to a role: only its people decide from now on, nobody holds it and nobody has been given it. One statement.
 * False when something came first, and then nothing is written.
 */
export async function escalateReview(db: DbOrTx, { seen, role, reason, by, clientKey, ticket }: Escalation): Promise<boolean> {
  const { tenant, id, run, document, roles, users } = seen
  const data = JSON.stringify({ role, reason, from: [...roles, ...users], clientKey: clientKey ?? undefined, ticket: ticket ?? undefined })
  const result = await db.execute(sql`
    with handed as (
      update countersign.reviews v
      set roles = array[${role}]::text[], users = '{}', assignee = null, claimed_by = null, claimed_until = null
      where ${isAsSeen(seen)} and ${isFreeFor(by)} and ${hasLiveRun}
      returning v.id
    ), audited as (
      insert into countersign.audit (tenant, actor, event, run, review, document, data)
      select ${tenant}, ${by}, 'review.escalated', ${run}, id, ${document}, ${data}::jsonb from handed
    )
    select pg_notify(${CHANGES_CHANNEL}, json_build_object('tenant', ${tenant}::text, 'kind', 'review', 'id', ${id}::text, 'run', ${run}::text)::text)
    from handed`)
  return result.rows.length > 0
}

/** Whether a review was handed on under this client key, or with this ticket. */
export async function wasEscalatedWith(
  db: DbOrTx,
  where: { tenant: string; review: string } & ({ clientKey: string } | { ticket: string }),
): Promise<boolean> {
  const [key, value] = 'clientKey' in where ? ['clientKey', where.clientKey] : ['ticket', where.ticket]
  const rows = await db
    .select({ seq: audit.seq })
    .from(audit)
    .where(
      and(
        eq(audit.tenant, where.tenant),
        eq(audit.review, where.review),
        eq(audit.event, 'review.escalated'),
        sql`${audit.data} ->> ${key} = ${value}`,
      ),
    )
    .limit(1)
  return rows.length > 0
}
