import type pg from 'pg'

/** A review of a superstep that its task still depends on: open, or decided and not yet taken in. */
export interface StepReview {
  id: string
  task: string
  node: string
  open: boolean
}

/** The reviews a superstep still depends on, oldest first. Used where a cursor is made anew from Postgres. */
export async function reviewsOfStep(
  pool: pg.Pool,
  { tenant, run, checkpoint }: { tenant: string; run: string; checkpoint: string },
): Promise<StepReview[]> {
  const { rows } = await pool.query<StepReview>(
    `select v.id, v.task, v.node, v.status = 'open' as open
       from countersign.reviews v left join countersign.decisions d on d.review = v.id and d.withdrawn_at is null
      where v.tenant = $1 and v.run = $2 and v.checkpoint = $3 and (v.status = 'open' or (v.status = 'decided' and d.applied_at is null))
      order by v.opened_at, v.id`,
    [tenant, run, checkpoint],
  )
  return rows
}

/** What is known of a breakpoint at a checkpoint: the state of its review here, and whether the run's parent stopped at it. */
export interface BreakpointMarks {
  own: 'open' | 'decided' | 'withdrawn' | null
  parent: boolean
}

/** Asked where a run stands at a checkpoint that it did not commit itself: the one it was forked at, or one that an edit replaces. */
export async function breakpointMarks(
  pool: pg.Pool,
  { tenant, run, checkpoint }: { tenant: string; run: string; checkpoint: string },
): Promise<BreakpointMarks> {
  const { rows } = await pool.query<BreakpointMarks>(
    `select (select status from countersign.reviews where tenant = $1 and run = $2 and checkpoint = $3 and interrupt = 'breakpoint') as own,
            exists (select 1 from countersign.reviews v join countersign.runs r on r.parent_run = v.run
                     where r.tenant = $1 and r.id = $2 and v.tenant = $1 and v.checkpoint = $3 and v.interrupt = 'breakpoint') as parent`,
    [tenant, run, checkpoint],
  )
  return rows[0] ?? { own: null, parent: false }
}
