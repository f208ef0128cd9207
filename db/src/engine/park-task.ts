import { CountersignError, type NodeFailure, type ReviewRequest } from '@countersign/workflows/contract'
import type pg from 'pg'
import { openReview } from './open-review.ts'

/**
 * Parks a run at the task that gave up: opens its incident, marks the run. `request` builds the incident from how often the task
 * was tried. Answers the incident's review id; null where the run has moved on or ended meanwhile, and where
 * it is a replay: its incident is decided already, to abort.
 * Where it gave up because an order to the engine made no sense (`invalid_decision`: no such node, no such key), that order, an edit too,
 * is done with; it would stand in the way of the next one. Repeated calls for the same failure answer the same incident.
 */
export async function parkTask(pool: pg.Pool, failure: NodeFailure, request: (attempts: number) => ReviewRequest): Promise<string | null> {
  const { tenant, run, checkpoint, task, node, code, message } = failure
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const { rows } = await client.query<{ attempts: number; sandbox: boolean }>(
      `with tried as (
         select count(*)::int as n from countersign.attempts a where a.run = $2 and a.checkpoint = $3 and a.task = $4
       ), parked as (
         update countersign.runs set status = case when sandbox then 'running' else 'parked' end, error = $5, updated_at = now()
          where tenant = $1 and id = $2 and coalesce(checkpoint, '') = $3 and status in ('running', 'waiting', 'parked')
         returning id, sandbox
       ), told as (
         select pg_notify('countersign', json_build_object('tenant', $1::text, 'kind', 'run', 'id', id, 'run', id)::text) from parked
       ), settled as (
         update countersign.outbox o set done_at = now() from countersign.reviews v
          where v.id = o.review and v.tenant = $1 and v.run = $2 and v.checkpoint = $3 and v.task = $4 and o.topic = 'decided' and o.done_at is null
            and v.interrupt <> 'incident:' || (select n from tried)
       ), refused as (
         update countersign.decisions d set applied_at = now() from countersign.reviews v
          where $6 and v.id = d.review and v.tenant = $1 and v.run = $2 and v.checkpoint = $3 and v.task = $4
            and v.kind in ('incident', 'breakpoint') and d.applied_at is null and d.withdrawn_at is null
            and v.interrupt <> 'incident:' || (select n from tried)
       ), unedited as (
         update countersign.edits set applied_at = now()
          where $6 and $4 = 'advance' and tenant = $1 and run = $2 and applied_at is null
       ), started as (
         update countersign.outbox set done_at = now()
          where tenant = $1 and run = $2 and topic in ('start', 'edited') and done_at is null
       )
       select (select n from tried) as attempts, parked.sandbox
         from parked, told`,
      [tenant, run, checkpoint, task, JSON.stringify({ code, message, node }), code === 'invalid_decision'],
    )
    const [parked] = rows
    if (!parked) {
      await client.query('ROLLBACK')
      return null
    }
    const { attempts, sandbox } = parked
    const review = { checkpoint, task, node, interrupt: `incident:${attempts}`, request: request(attempts) }
    const { id } = await openReview(client, { attempt: { tenant, run } }, review, { sandbox })
    await client.query('COMMIT')
    return sandbox ? null : id
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

/** Ends a run that nothing runs for: cancelled before or between its tasks. Throws `not_found`. Repeating it changes nothing. */
export async function endRun(pool: pg.Pool, end: RunEnd): Promise<void> {
  const client = await pool.connect()
  try {
    // The run is locked first: what follows then sees what was committed until then, such as a review that was sent back.
    await client.query('BEGIN')
    await client.query('select 1 from countersign.runs where tenant = $1 and id = $2 for no key update', [end.tenant, end.run])
    await endHeldRun(client, end)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

interface RunEnd {
  tenant: string
  run: string
  ended: 'aborted' | 'cancelled'
  by: string
}

async function endHeldRun(client: pg.PoolClient, { tenant, run, ended, by }: RunEnd): Promise<void> {
  const { rowCount } = await client.query(
    `with ended as (
       update countersign.runs set status = $3, finished_at = now(), updated_at = now()
        where tenant = $1 and id = $2 and status in ('running', 'waiting', 'parked') returning id
     ), withdrawn as (
       update countersign.reviews v set status = 'withdrawn' from ended where v.run = ended.id and v.status = 'open' returning v.id, v.document
     ), told_withdrawn as (
       insert into countersign.audit (tenant, actor, event, run, review, document, data)
       select $1, 'engine', 'review.withdrawn', $2, id, document, '{}' from withdrawn
     ), settled as (
       update countersign.outbox o set done_at = now() from ended where o.run = ended.id and o.topic <> 'clock' and o.done_at is null
     ), fenced as (
       update countersign.attempts a set status = 'superseded', finished_at = now() from ended where a.run = ended.id and a.status = 'running'
     ), audited as (
       insert into countersign.audit (tenant, actor, event, run, data) select $1, $4, 'run.' || $3, id, '{}' from ended
     ), told as (
       select pg_notify('countersign', json_build_object('tenant', $1::text, 'kind', 'run', 'id', id, 'run', id)::text) from ended
     )
     select r.id from countersign.runs r left join told on true where r.tenant = $1 and r.id = $2`,
    [tenant, run, ended, by],
  )
  if (!rowCount) throw new CountersignError('not_found', `There is no run ${run}.`, { run })
}
