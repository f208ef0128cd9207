import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '../connect.ts'
import { CHANGES_CHANNEL } from '../notify.ts'

const fencedSchema = z.array(z.object({ decision: z.string(), by: z.string() }))

/**
 * Takes the place of the next attempt of the task that waits for a review, where its decision stands and no attempt can have read it:
 * none is under way, none has ended since it was made. The first step of sending back.
 *
 * An attempt that begins at this moment counts up the same fence. One of the two breaks the primary key of `attempts`: the engine then
 * asks again, and finds the review open; this one (`attempts_run_checkpoint_task_fence_pk`) is to be tried again, and finds the attempt.
 * So a decision is taken in or taken back, never both.
 */
export async function fenceDecision(
  tx: DbOrTx,
  { tenant, review, by }: { tenant: string; review: string; by: string },
): Promise<{ decision: string; by: string } | null> {
  const result = await tx.execute(sql`
    with standing as (
      select d.id, d.by, v.run, v.checkpoint, v.task, v.node
        from countersign.reviews v
        join countersign.decisions d on d.review = v.id and d.withdrawn_at is null and d.applied_at is null
       where v.tenant = ${tenant} and v.id = ${review} and v.status = 'decided' and not exists (
         select 1 from countersign.attempts a
          where a.run = v.run and a.checkpoint = v.checkpoint and a.task = v.task
            and a.status <> 'waiting' and (a.finished_at is null or a.finished_at >= d.created_at))
    ), fenced as (
      insert into countersign.attempts
             (tenant, run, checkpoint, task, fence, token, node, step, activity, activity_attempt, worker, status, finished_at)
      select ${tenant}, s.run, s.checkpoint, s.task,
             coalesce((select max(a.fence) from countersign.attempts a where a.run = s.run and a.checkpoint = s.checkpoint and a.task = s.task), 0) + 1,
             gen_random_uuid(), s.node, r.step + 1, 'sent back', 1, ${`sent back by ${by}`}, 'waiting', now()
        from standing s join countersign.runs r on r.tenant = ${tenant} and r.id = s.run
      returning run
    )
    select standing.id as decision, standing.by from standing, fenced`)
  return fencedSchema.parse(result.rows)[0] ?? null
}

/** Holds a run until the transaction ends; false where it has ended. */
export async function holdLiveRun(tx: DbOrTx, { tenant, run }: { tenant: string; run: string }): Promise<boolean> {
  const result = await tx.execute(sql`
    select 1 from countersign.runs
    where tenant = ${tenant} and id = ${run} and status in ('running', 'waiting', 'parked') for no key update`)
  return result.rows.length > 0
}

/**
 * Opens a decided review again for another round: the decision is withdrawn, its message to the workflow is settled. `excluded`: who may
 * not decide from now on. False where the decision has been taken in, or back, meanwhile.
 */
export async function reopenReview(
  tx: DbOrTx,
  reopening: {
    tenant: string
    review: string
    decision: string
    shownHash: string
    excluded: string[]
    reason: string
    by: string
  },
): Promise<boolean> {
  const { tenant, review, decision, shownHash, excluded, reason, by } = reopening
  const data = JSON.stringify({ decision, reason })
  const result = await tx.execute(sql`
    with withdrawn as (
      update countersign.decisions d set withdrawn_at = now()
      where d.tenant = ${tenant} and d.review = ${review} and d.id = ${decision} and d.applied_at is null and d.withdrawn_at is null
      returning d.review
    ), reopened as (
      update countersign.reviews v
      set status = 'open', round = v.round + 1, shown_hash = ${shownHash}, excluded = ${sql.param(excluded)}::text[],
          decided_at = null, decided_by = null, verb = null, claimed_by = null, claimed_until = null, assignee = null
      from withdrawn where v.tenant = ${tenant} and v.id = withdrawn.review and v.status = 'decided'
      returning v.id, v.run, v.document, v.round
    ), settled as (
      update countersign.outbox o set done_at = now() from reopened
      where o.tenant = ${tenant} and o.run = reopened.run and o.review = reopened.id and o.topic = 'decided' and o.done_at is null
    ), audited as (
      insert into countersign.audit (tenant, actor, event, run, review, document, data)
      select ${tenant}, ${by}, 'review.sent_back', run, id, document, ${data}::jsonb || jsonb_build_object('round', round) from reopened
    )
    select pg_notify(${CHANGES_CHANNEL}, json_build_object('tenant', ${tenant}::text, 'kind', 'review', 'id', id, 'run', run)::text),
           pg_notify(${CHANGES_CHANNEL}, json_build_object('tenant', ${tenant}::text, 'kind', 'run', 'id', run, 'run', run)::text)
    from reopened`)
  return result.rows.length > 0
}
