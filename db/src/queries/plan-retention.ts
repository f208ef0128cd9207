import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '../connect.ts'
import { dueRuns, LOST, lostRows } from './retention-rules.ts'

const planSchema = z.array(
  z.object({
    graph: z.string(),
    runs: z.coerce.number(),
    checkpoints: z.coerce.number(),
    writes: z.coerce.number(),
    bytes: z.coerce.number(),
    review: z.coerce.number(),
    fork: z.coerce.number(),
    hold: z.coerce.number(),
  }),
)
export type RetentionPlanRow = z.infer<typeof planSchema>[number]

/**
 * What applying the tenant's policies now would delete, by graph, and how many runs that are old enough are kept, and why. `runs` are
 * those that lose something. Reads every checkpoint of those runs: seconds for millions. Changes nothing.
 */
export async function planRetention(db: DbOrTx, { tenant }: { tenant: string }): Promise<RetentionPlanRow[]> {
  const all = LOST.map((what) => sql`select run, ${what}::text as what, size from (${lostRows(what, sql`gone`)}) of_one`)
  const result = await db.execute(sql`
    with due as materialized (${dueRuns(tenant)}),
    gone as materialized (select run, graph, keep from due where kept is null),
    lost as (
      select run, count(*) filter (where what = 'checkpoints') as checkpoints, count(*) filter (where what = 'writes') as writes,
             sum(size) as bytes
        from (${sql.join(all, sql` union all `)}) every group by run
    )
    select d.graph, count(l.run) as runs, coalesce(sum(l.checkpoints), 0) as checkpoints, coalesce(sum(l.writes), 0) as writes,
           coalesce(sum(l.bytes), 0) as bytes, count(*) filter (where d.kept = 'review') as review,
           count(*) filter (where d.kept = 'fork') as fork, count(*) filter (where d.kept = 'hold') as hold
      from due d left join lost l on l.run = d.run group by d.graph order by d.graph`)
  return planSchema.parse(result.rows).filter(({ runs, review, fork, hold }) => runs + review + fork + hold > 0)
}
