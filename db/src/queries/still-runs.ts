import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '../connect.ts'
import { SILENT_SECONDS } from './workers.ts'

const instant = z.coerce.date()

const stillRunSchema = z.object({
  tenant: z.string(),
  run: z.string(),
  status: z.enum(['running', 'waiting', 'parked']),
  /** Its head: empty before it has begun. */
  checkpoint: z.string(),
  next: z.array(z.string()),
  /** Task queues of its graph's nodes, of those that have one of their own. */
  queues: z.record(z.string(), z.string()),
  /** The last sign of life: a step, or the beginning or end of an attempt of this step. */
  movedAt: instant,
  /** Since when a start is owed, and what Temporal answered if it refused it. */
  startOwed: instant.nullable(),
  startError: z.string().nullable(),
  /** Since when a decision or an edit is owed, and which. */
  answerOwed: instant.nullable(),
  answer: z.string().nullable(),
  /** The attempts under way. `worker`: `alive`, `silent`, or `unknown` where it has never told that it is there. */
  attempts: z.array(z.object({ node: z.string(), name: z.string(), worker: z.enum(['alive', 'silent', 'unknown']), startedAt: instant })),
  /** What the watchdog said of it last. */
  known: z.string().nullable(),
  /** Postgres's clock. */
  now: instant,
})
/** A run that has not moved for some seconds though it should, with what says why. */
export type StillRun = z.infer<typeof stillRunSchema>

export interface StillRunsPage {
  runs: StillRun[]
  /** Where the next round reads on among running runs; null: from the beginning. */
  next: string | null
}

/**
 * The runs of all tenants that have not moved for `seconds`: running ones, `limit` at a time in the order of their ids from behind
 * `after`; and, `limit` at most, those that are owed an answer or a start for as long. One statement over two small indexes.
 */
export async function readStillRuns(
  db: DbOrTx,
  { seconds, after, limit }: { seconds: number; after: string | null; limit: number },
): Promise<StillRunsPage> {
  const result = await db.execute(sql`
    with late as (
      select o.run, min(o.created_at) filter (where o.topic = 'start') as start_owed,
             max(o.last_error) filter (where o.topic = 'start') as start_error,
             min(o.created_at) filter (where o.topic <> 'start') as answer_owed,
             (array_agg(o.review order by o.created_at) filter (where o.topic <> 'start'))[1] as answer
        from countersign.outbox o
       where o.done_at is null and o.topic in ('start', 'decided', 'edited') and o.created_at < now() - make_interval(secs => ${seconds})
       group by o.run order by min(o.created_at) limit ${limit}
    ), running as (
      select id from countersign.runs where status = 'running' and id > ${after ?? ''} order by id limit ${limit}
    ), looked as (
      select id from running union select run from late
    )
    select r.tenant, r.id as run, r.status, coalesce(r.checkpoint, '') as checkpoint, r.next, coalesce(g.queues, '{}') as queues,
           greatest(r.updated_at, a.last) as "movedAt", l.start_owed as "startOwed", l.start_error as "startError",
           l.answer_owed as "answerOwed", l.answer, coalesce(a.open, '[]') as attempts, s.reason as known, now() as now,
           r.id in (select id from running) as listed
      from looked
      join countersign.runs r on r.id = looked.id
      left join late l on l.run = r.id
      left join countersign.graphs g on g.name = r.graph and g.version = r.version
      left join countersign.stalls s on s.run = r.id
      left join lateral (
        select max(greatest(t.started_at, t.finished_at)) as last,
               jsonb_agg(jsonb_build_object('node', t.node, 'name', t.worker, 'startedAt', t.started_at, 'worker',
                 case when w.id is null then 'unknown'
                      when w.seen_at > now() - make_interval(secs => ${SILENT_SECONDS}) then 'alive' else 'silent' end))
                 filter (where t.status = 'running') as open
          from countersign.attempts t left join countersign.workers w on w.id = t.worker
         where t.run = r.id and t.checkpoint = coalesce(r.checkpoint, '')
      ) a on true
     where r.status in ('running', 'waiting', 'parked') and (r.status = 'running' or l.run is not null)
       and r.updated_at < now() - make_interval(secs => ${seconds})
     order by r.id`)
  const runs = z.array(stillRunSchema).parse(result.rows)
  const ids = await db.execute(
    sql`select max(id) as last, count(*)::int as count from (
      select id from countersign.runs where status = 'running' and id > ${after ?? ''} order by id limit ${limit}) page`,
  )
  const [page] = z.tuple([z.object({ last: z.string().nullable(), count: z.number() })]).parse(ids.rows)
  return { runs, next: page.count < limit ? null : page.last }
}
