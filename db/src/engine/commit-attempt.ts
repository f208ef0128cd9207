import type pg from 'pg'
import type { AttemptScope, Statement } from '../checkpointer/attempt-scope.ts'
import { supersededError } from '../checkpointer/write-policy.ts'
import { type NewReview, type OpenedReview, openReview } from './open-review.ts'

export interface AttemptCommit {
  /** `done`: the task's writes are kept. `waiting`: it stopped at an interrupt. */
  status: 'done' | 'waiting'
  /** The superstep was committed: the new head. */
  head?: { checkpoint: string | null; step: number; next: string[]; ended?: 'done' | 'aborted' | 'cancelled' }
  /** Interrupts that a person must answer. One that is open already (same run, checkpoint, task, interrupt) stays the same review. */
  reviews?: NewReview[]
  /** Reviews whose decisions this attempt took in. */
  applied?: string[]
  /** The edit that this attempt applied, and the checkpoint that it made. */
  edit?: { id: string; made: string }
  /** The run is a replay: its reviews are decided as they are opened. */
  sandbox?: boolean
  /** The run is under way: the message that started it is answered. Of itself for a run's first input. */
  started?: boolean
}

// The run is locked first: what follows then sees what parallel tasks have committed.
const FENCE = `
with locked as (
  select id from countersign.runs where id = $1 for no key update
)
update countersign.attempts a set status = $6, finished_at = now() from locked
 where a.run = locked.id and a.checkpoint = $2 and a.task = $3 and a.fence = $4 and a.token = $5 and a.status = 'running'`

/** An open review that keeps its run parked: an incident, or the one that nobody decided in time. */
const PARKS = `v.status = 'open' and (v.kind = 'incident' or v.id = r.error ->> 'review')`

const RUN = `
with moved as (
  update countersign.runs r
     set checkpoint = coalesce($4, r.checkpoint), step = coalesce($5, r.step), next = coalesce($6, r.next),
         status = case
           when $7::text is not null then $7
           when exists (select 1 from countersign.reviews v where v.run = r.id and ${PARKS}) then 'parked'
           when exists (select 1 from countersign.reviews v where v.run = r.id and v.status = 'open') then 'waiting'
           else 'running' end,
         error = case when exists (select 1 from countersign.reviews v where v.run = r.id and ${PARKS}) or (r.sandbox and coalesce($7, 'aborted') = 'aborted')
                      then r.error end,
         finished_at = case when $7::text is not null then now() end,
         updated_at = now()
   where r.tenant = $1 and r.id = $2 and coalesce(r.checkpoint, '') = $3 and r.status in ('running', 'waiting', 'parked')
     -- An edit that was ordered while this attempt was being claimed comes first; one that it applies is marked by now.
     and not exists (select 1 from countersign.edits e where e.run = r.id and e.applied_at is null and (e.checkpoint = $3 or e.namespace <> ''))
  returning r.id
)
select pg_notify('countersign', json_build_object('tenant', $1::text, 'kind', 'run', 'id', id, 'run', id)::text) from moved`

/**
 * Commits all that an attempt did, in one transaction: the fence is checked, LangGraph's statements are written, reviews are
 * opened, taken-in decisions are marked, the run's row moves on. Throws `superseded` (and writes nothing) where the attempt
 * lost the fence or the run moved on. Not repeatable: a second call with the same attempt is superseded.
 *
 * The statements are sent one behind the other without waiting for each answer (the pool's connections pipeline them), so that
 * a step costs two round trips; only the COMMIT waits until the fence has been seen to hold.
 */
export async function commitAttempt(pool: pg.Pool, scope: AttemptScope, commit: AttemptCommit): Promise<OpenedReview[]> {
  const { tenant, run, checkpoint, task, fence, token } = scope.attempt
  const { head, reviews = [], applied = [], sandbox } = commit
  const client = await pool.connect()
  const send = (statement: Statement) => client.query(statement)
  try {
    const begun = client.query('BEGIN')
    const held = send({ name: 'hold-fence', text: FENCE, values: [run, checkpoint, task, fence, token, commit.status] })
    const written = scope.held.map(send)
    const opened = reviews.map((review) => openReview(client, scope, review, { sandbox }))
    if (applied.length > 0) written.push(send(appliedStatement(tenant, applied)))
    if (commit.edit) written.push(...editedStatements(scope, commit.edit).map(send))
    const next = [head?.checkpoint ?? null, head?.step ?? null, head?.next ?? null, head?.ended ?? null]
    const moved = send({ name: 'move-run', text: RUN, values: [tenant, run, checkpoint, ...next] })
    if (checkpoint === '' || commit.started) written.push(send(startedStatement(run)))
    if (head?.ended) written.push(...endedStatements(scope, head.ended).map(send))
    await allOrFirstError([begun, held, ...written, ...opened, moved])
    if ((await held).rowCount !== 1 || (await moved).rowCount !== 1) throw supersededError(scope.attempt)
    await client.query('COMMIT')
    return await Promise.all(opened)
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** Waits for every answer, then throws the first error: those behind it only say that the transaction is aborted. */
async function allOrFirstError(answers: Promise<unknown>[]): Promise<void> {
  for (const answer of await Promise.allSettled(answers)) if (answer.status === 'rejected') throw answer.reason
}

const appliedStatement = (tenant: string, reviews: string[]): Statement => ({
  text: `with applied as (
       update countersign.decisions set applied_at = now()
        where tenant = $1 and review = any($2) and applied_at is null and withdrawn_at is null returning review
     )
     update countersign.outbox o set done_at = now() from applied where o.tenant = $1 and o.review = applied.review and o.topic = 'decided' and o.done_at is null`,
  values: [tenant, reviews],
})

/** An edit has been taken in. Decisions of the checkpoint it changed come too late: what they answered is asked anew. */
function editedStatements({ attempt: { tenant, run, checkpoint } }: AttemptScope, { id, made }: { id: string; made: string }): Statement[] {
  return [
    {
      text: `with applied as (
               update countersign.edits set applied_at = now(), made = $4 where tenant = $1 and id = $3 and applied_at is null
             ), overtaken as (
               update countersign.decisions d set applied_at = now() from countersign.reviews v
                where v.id = d.review and v.tenant = $1 and v.run = $2 and v.checkpoint = $5 and d.applied_at is null and d.withdrawn_at is null
             )
             update countersign.outbox set done_at = now()
              where tenant = $1 and run = $2 and topic in ('edited', 'decided') and done_at is null`,
      values: [tenant, run, id, made, checkpoint],
    },
  ]
}

const startedStatement = (run: string): Statement => ({
  text: `update countersign.outbox set done_at = now() where run = $1 and topic = 'start' and done_at is null`,
  values: [run],
})

/** What ends with a run: its open reviews, what is still owed to it. Their clocks are told, so that they end too. */
function endedStatements({ attempt: { tenant, run } }: AttemptScope, ended: string): Statement[] {
  return [
    {
      text: `insert into countersign.audit (tenant, actor, event, run, data) values ($1, 'engine', $2, $3, '{}')`,
      values: [tenant, `run.${ended}`, run],
    },
    {
      text: `with withdrawn as (
               update countersign.reviews set status = 'withdrawn' where tenant = $1 and run = $2 and status = 'open' returning id, document
             )
             insert into countersign.audit (tenant, actor, event, run, review, document, data)
             select $1, 'engine', 'review.withdrawn', $2, id, document, '{}' from withdrawn`,
      values: [tenant, run],
    },
    {
      text: `update countersign.outbox set done_at = now() where tenant = $1 and run = $2 and topic <> 'clock' and done_at is null`,
      values: [tenant, run],
    },
  ]
}
