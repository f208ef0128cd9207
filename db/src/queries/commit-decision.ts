import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '../connect.ts'
import { CHANGES_CHANNEL, OUTBOX_CHANNEL } from '../notify.ts'
import { HEAD_START } from './outbox.ts'
import { hasAnsweredBefore, hasLiveRun, isAsSeen, isFreeFor, type SeenReview } from './seen-review.ts'

export interface NewDecision {
  id: string
  /** What the review must still be. */
  seen: SeenReview
  verb: string
  value: unknown
  reason: string | null
  node: string | null
  by: string
  clientKey: string | null
  /** Where a person found what was changed; null where nobody said. */
  evidence?: unknown
  /** Whoever answered an earlier review of the run may not decide this one. */
  notBefore: boolean
  /** What else the audit entry holds: ids and small values. */
  facts?: Record<string, unknown>
}

const rowsSchema = z.array(z.object({ decidedAt: z.coerce.date() }))

/**
 * Decides a review: closes it if it still is as it was seen, nobody else holds it and its run is alive, and with it records the
 * decision, what was shown, the audit entry and the message to the workflow, and tells listeners. One statement, so one round trip
 * and one transaction. Answers when it was decided; null when something came first, and then nothing is written.
 * The unique index `decisions_client_key` breaks where the key was used for another review.
 */
export async function commitDecision(db: DbOrTx, decision: NewDecision): Promise<Date | null> {
  const { id, seen, verb, reason, node, by, clientKey } = decision
  const { tenant, run, document, shownHash } = seen
  const evidence = decision.evidence ? JSON.stringify(decision.evidence) : null
  const data = JSON.stringify({ decision: id, verb, reason, shownHash, ...decision.facts })
  const result = await db.execute(sql`
    with closed as (
      update countersign.reviews v
      set status = 'decided', decided_at = now(), decided_by = ${by}, verb = ${verb}, claimed_by = null, claimed_until = null
      where ${mayBeDecided(decision)}
      returning v.id, v.decided_at, v.request
    ), decided as (
      insert into countersign.decisions (id, tenant, review, verb, value, reason, node, by, client_key, shown_hash, evidence)
      select ${id}, ${tenant}, closed.id, ${verb}, ${JSON.stringify(decision.value)}::jsonb, ${reason}, ${node}, ${by}, ${clientKey}, ${shownHash},
             ${evidence}::jsonb
      from closed
    ), kept as (
      insert into countersign.shown (tenant, hash, request) select ${tenant}, ${shownHash}, closed.request from closed
      on conflict do nothing
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

function mayBeDecided({ seen, by, notBefore }: NewDecision): SQL {
  const first = sql`${isAsSeen(seen)} and ${isFreeFor(by)} and ${hasLiveRun}`
  return notBefore ? sql`${first} and not ${hasAnsweredBefore(by)}` : first
}

/**
 * Locks a run's row until the transaction ends: decisions of one run that depend on each other come one after the other, and each
 * statement behind it sees what the one before committed.
 */
export async function holdRun(tx: DbOrTx, { tenant, run }: { tenant: string; run: string }): Promise<void> {
  await tx.execute(sql`select 1 from countersign.runs where tenant = ${tenant} and id = ${run} for no key update`)
}
