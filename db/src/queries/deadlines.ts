import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '../connect.ts'
import { CHANGES_CHANNEL, OUTBOX_CHANNEL } from '../notify.ts'

/** Who acts where nobody did in time. */
export const DEADLINE_ACTOR = 'deadline'

interface ReviewWhere {
  tenant: string
  run: string
  review: string
}

export interface ClockReading {
  status: 'open' | 'decided' | 'withdrawn'
  dueAt: Date | null
  policy: unknown
  deadlineSteps: number
  request: unknown
}

const readingSchema = z.object({
  status: z.enum(['open', 'decided', 'withdrawn']),
  dueAt: z.coerce.date().nullable(),
  policy: z.unknown(),
  deadlineSteps: z.number(),
  request: z.unknown(),
})

/**
 * What a clock must know of its review; null where it is gone. Acknowledges the messages owed to the clock up to now: whatever is
 * written later owes it another one. One statement, so that no change falls between reading and acknowledging.
 */
export async function readClock(db: DbOrTx, { tenant, run, review }: ReviewWhere): Promise<ClockReading | null> {
  const result = await db.execute(sql`
    with heard as (
      update countersign.outbox set done_at = now()
      where tenant = ${tenant} and run = ${run} and review = ${review} and topic = 'clock' and done_at is null
    )
    select status, due_at as "dueAt", policy, deadline_steps as "deadlineSteps", request
    from countersign.reviews where tenant = ${tenant} and id = ${review}`)
  return readingSchema.optional().parse(result.rows[0]) ?? null
}

/** A step as it was when it came up: taken only if nothing has changed since. */
export interface DueStep extends ReviewWhere {
  /** Steps taken before it. */
  step: number
  dueAt: Date
}

const stillDue = ({ tenant, review, step, dueAt }: DueStep): SQL =>
  sql`v.tenant = ${tenant} and v.id = ${review} and v.status = 'open' and v.deadline_steps = ${step}
      and v.due_at = ${dueAt.toISOString()}::timestamptz`

const tellReview = ({ tenant, run, review }: ReviewWhere): SQL => sql`pg_notify(${CHANGES_CHANNEL}, json_build_object(
  'tenant', ${tenant}::text, 'kind', 'review', 'id', ${review}::text, 'run', ${run}::text)::text)`
const tellRun = ({ tenant, run }: ReviewWhere): SQL => sql`pg_notify(${CHANGES_CHANNEL}, json_build_object(
  'tenant', ${tenant}::text, 'kind', 'run', 'id', ${run}::text, 'run', ${run}::text)::text)`

/** What a step does to its review. */
export type StepChange = { do: 'remind' } | { do: 'reassign'; to: string } | { do: 'escalate'; role: string } | { do: 'park'; why: string }

/**
 * Takes a step of a deadline, with its audit entry and news to whoever watches. False where it was taken before, the review was
 * closed or its deadline moved: then nothing is written. A parked run waits like one whose node gave up, its review being open to
 * operators as well.
 */
export async function takeDeadlineStep(db: DbOrTx, due: DueStep, change: StepChange): Promise<boolean> {
  const { tenant, run, review } = due
  const { set, event, data } = describeChange(due, change)
  const parks = change.do === 'park'
  const error = JSON.stringify({ code: 'deadline_passed', message: parks ? change.why : '', node: null, review })
  const result = await db.execute(sql`
    with taken as (
      update countersign.reviews v set deadline_steps = v.deadline_steps + 1${set} where ${stillDue(due)} returning v.id, v.node, v.document
    ), parked as (
      update countersign.runs r set status = 'parked', error = ${error}::jsonb || jsonb_build_object('node', taken.node), updated_at = now()
      from taken where ${parks} and r.tenant = ${tenant} and r.id = ${run} and r.status in ('running', 'waiting')
    ), audited as (
      insert into countersign.audit (tenant, actor, event, run, review, document, data)
      select ${tenant}, ${DEADLINE_ACTOR}, ${event}, ${run}, id, document, ${JSON.stringify(data)}::jsonb from taken
    )
    select ${tellReview(due)}, ${tellRun(due)} from taken`)
  return result.rows.length > 0
}

function describeChange({ step }: DueStep, change: StepChange): { set: SQL; event: string; data: Record<string, unknown> } {
  switch (change.do) {
    case 'remind':
      return { set: sql``, event: 'review.reminded', data: { step } }
    case 'reassign':
      return { set: sql`, assignee = ${change.to}`, event: 'review.reassigned', data: { step, to: change.to } }
    case 'escalate':
      return {
        set: sql`, roles = array[${change.role}], users = '{}', assignee = null, claimed_by = null, claimed_until = null`,
        event: 'review.escalated',
        data: { step, role: change.role },
      }
    case 'park':
      return {
        set: sql`, roles = array(select distinct unnest(v.roles || array['operator']))`,
        event: 'review.parked',
        data: { step, code: 'deadline_passed' },
      }
  }
}

/** What is decided where nobody did. */
export interface DefaultDecision {
  id: string
  verb: string
  value: unknown
  reason: string
}

/**
 * Decides a review by its policy's last resort: decision (marked as a default), audit entry, message to the run. False where somebody
 * was faster, the step was taken before or the deadline moved: then nothing is written. To be called by the review's clock, in a
 * transaction: the clock knows that it is not needed any more.
 */
export async function decideByDefault(tx: DbOrTx, due: DueStep, decision: DefaultDecision): Promise<boolean> {
  if (!(await commitDefault(tx, due, decision))) return false
  const { tenant, run, review } = due
  await tx.execute(sql`
    update countersign.outbox set done_at = now()
    where tenant = ${tenant} and run = ${run} and review = ${review} and topic = 'clock' and done_at is null`)
  return true
}

async function commitDefault(tx: DbOrTx, due: DueStep, { id, verb, value, reason }: DefaultDecision): Promise<boolean> {
  const { tenant, run } = due
  const result = await tx.execute(sql`
    with closed as (
      update countersign.reviews v set deadline_steps = v.deadline_steps + 1, status = 'decided', decided_at = now(),
             decided_by = ${DEADLINE_ACTOR}, verb = ${verb}, claimed_by = null, claimed_until = null
      where ${stillDue(due)} and exists (
        select 1 from countersign.runs r where r.tenant = v.tenant and r.id = v.run and r.status in ('running', 'waiting', 'parked'))
      returning v.id, v.shown_hash, v.request, v.document
    ), decided as (
      insert into countersign.decisions (id, tenant, review, verb, value, reason, by, shown_hash, by_default)
      select ${id}, ${tenant}, id, ${verb}, ${JSON.stringify(value)}::jsonb, ${reason}, ${DEADLINE_ACTOR}, shown_hash, true from closed
    ), kept as (
      insert into countersign.shown (tenant, hash, request) select ${tenant}, shown_hash, request from closed on conflict do nothing
    ), audited as (
      insert into countersign.audit (tenant, actor, event, run, review, document, data)
      select ${tenant}, ${DEADLINE_ACTOR}, 'review.decided', ${run}, id, document,
             jsonb_build_object('decision', ${id}::text, 'verb', ${verb}::text, 'reason', ${reason}::text, 'shownHash', shown_hash, 'byDefault', true)
      from closed
    ), owed as (
      insert into countersign.outbox (tenant, topic, run, review) select ${tenant}, 'decided', ${run}, id from closed
    )
    select pg_notify(${OUTBOX_CHANNEL}, ''), ${tellReview(due)}, ${tellRun(due)} from closed`)
  return result.rows.length > 0
}

/**
 * Moves the deadline of an open review, or takes it away (null); `steps`: how many of its steps count as taken from now on. The clock
 * is told by a trigger. False where the review is not open any more, or its deadline was moved or a step taken meanwhile.
 */
export async function moveDeadline(
  db: DbOrTx,
  where: ReviewWhere & { was: Date | null; wasSteps: number },
  { dueAt, steps, by }: { dueAt: Date | null; steps: number; by: string },
): Promise<boolean> {
  const { tenant, run, review, was, wasSteps } = where
  const data = JSON.stringify({ from: was?.toISOString() ?? null, dueAt: dueAt?.toISOString() ?? null })
  const result = await db.execute(sql`
    with moved as (
      update countersign.reviews v set due_at = ${dueAt?.toISOString() ?? null}::timestamptz, deadline_steps = ${steps}
      where v.tenant = ${tenant} and v.id = ${review} and v.status = 'open' and v.deadline_steps = ${wasSteps}
        and v.due_at is not distinct from ${was?.toISOString() ?? null}::timestamptz
      returning v.id, v.document
    ), audited as (
      insert into countersign.audit (tenant, actor, event, run, review, document, data)
      select ${tenant}, ${by}, 'review.deadline_moved', ${run}, id, document, ${data}::jsonb from moved
    )
    select ${tellReview(where)} from moved`)
  return result.rows.length > 0
}
