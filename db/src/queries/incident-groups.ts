import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '../connect.ts'

const groupSchema = z.object({
  group: z.string(),
  graph: z.string(),
  version: z.string(),
  node: z.string(),
  code: z.string(),
  message: z.string(),
  count: z.number(),
  oldest: z.coerce.date(),
  newest: z.coerce.date(),
  review: z.string(),
})
export type IncidentGroupRow = z.infer<typeof groupSchema>

/** A message is shown in a list: the whole of it is in the incident. */
const MESSAGE = 500

/** Open incidents by what they have in common, the largest group first, `limit` at most. Of each only the newest is read as a whole. */
export async function listIncidentGroups(
  db: DbOrTx,
  { tenant, limit = 200 }: { tenant: string; limit?: number },
): Promise<IncidentGroupRow[]> {
  const result = await db.execute(sql`
    with groups as (
      select incident_group, count(*)::int as count, min(opened_at) as oldest, max(opened_at) as newest,
             (array_agg(id order by opened_at desc, id))[1] as review
        from countersign.reviews
       where tenant = ${tenant} and status = 'open' and incident_group is not null
       group by incident_group
       order by count(*) desc, max(opened_at) desc limit ${limit}
    )
    select g.incident_group as "group", v.graph, r.version, v.node, coalesce(v.code, '') as code, g.count, g.oldest, g.newest, g.review,
           left(coalesce(v.request #>> '{proposal,message}', ''), ${MESSAGE}) as message
      from groups g
      join countersign.reviews v on v.id = g.review
      join countersign.runs r on r.id = v.run
     where v.tenant = ${tenant} and r.tenant = ${tenant}
     order by g.count desc, g.newest desc`)
  return z.array(groupSchema).parse(result.rows)
}
