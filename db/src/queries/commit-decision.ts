import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '../connect.ts'
import { CHANGES_CHANNEL, OUTBOX_CHANNEL } from '../notify.ts'
import { HEAD_START } from './outbox.ts'

export interface NewDecision {
  tenant: string
  id: string
  review: string
  run: string
  document: string | null
  verb: string
  value: unknown
  reason: string | null
  node: string | null
  by: string
  clientKey: string | null
  /** What the review must still show. */
  shownHash: string
}

const rowsSchema = z.array(z.object({ decidedAt: z.coerce.date() }))

/**
 * Decides a review: closes it if it is still open, still shows `shownHash` and its run is alive, and with it records the
 * decision, the audit entry and the message to the workflow, and tells listeners. One statement, so one round trip and one
 * transaction. Answers when it was decided; null when something came first, and then nothing is written.
 * The unique index `decisions_client_key` breaks where the key was used for another review.
 */
export async function commitDecision(db: DbOrTx, decision: NewDecision): Promise<Date | null> {
  const { tenant, id, review, run, document, verb, reason, node, by, clientKey, shownHash } = decision
  const data = JSON.stringify({ decision: id, verb, reason, shownHash })
  const result = await db.execute(sql`
    with closed as (
      update countersign.reviews v
      set status = 'decided', decided_at = now(), decided_by = ${by}, verb = ${verb}
      where v.tenant = ${tenant} and v.id = ${review} and v.status = 'open' and v.shown_hash = ${shownHash} and exists (
        select 1 from countersign.runs r where r.tenant = v.tenant and r.id = v.run and r.status in ('running', 'waiting', 'parked'))
      returning v.id, v.decided_at
    ), decided as (
      insert into countersign.decisions (id, tenant, review, verb, value, reason, node, by, client_key, shown_hash)
      select ${id}, ${tenant}, closed.id, ${verb}, ${JSON.stringify(decision.value)}::jsonb, ${reason}, ${node}, ${by}, ${clientKey}, ${shownHash}
      from closed
    ), audited as (
      insert into countersign.audit (tenant, actor, event, run, review, document, data)
      select ${tenant}, ${by}, 'review.decided', ${run}, closed.id, ${document}, ${data}::jsonb from closed
    ), owed as (
      insert into countersign.outbox (tenant, topic, run, review, next_at)
      select ${tenant}, 'decided', ${run}, closed.id, now() + ${HEAD_START}::interval from closed
    ), told as (
      select pg_notify(${OUTBOX_CHANNEL}, ''), pg_notify(${CHANGES_CHANNEL}, json_build_object(
          'tenant', ${tenant}::text, 'kind', 'review', 'id', closed.id, 'run', ${run}::text)::text),
        pg_notify(${CHANGES_CHANNEL}, json_build_object(
          'tenant', ${tenant}::text, 'kind', 'run', 'id', ${run}::text, 'run', ${run}::text)::text)
      from closed
    )
    select closed.decided_at as "decidedAt" from closed, told`)
  return rowsSchema.parse(result.rows)[0]?.decidedAt ?? null
}
