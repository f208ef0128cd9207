import type pg from 'pg'

/** The reviews of a superstep that still wait for a person, by task. Used where a cursor is made anew from Postgres. */
export async function openReviewsOf(
  pool: pg.Pool,
  { tenant, run, checkpoint }: { tenant: string; run: string; checkpoint: string },
): Promise<{ id: string; task: string; node: string }[]> {
  const { rows } = await pool.query<{ id: string; task: string; node: string }>(
    `select v.id, v.task, v.node
       from countersign.reviews v left join countersign.decisions d on d.review = v.id
      where v.tenant = $1 and v.run = $2 and v.checkpoint = $3 and (v.status = 'open' or (v.status = 'decided' and d.applied_at is null))
      order by v.opened_at, v.id`,
    [tenant, run, checkpoint],
  )
  return rows
}
