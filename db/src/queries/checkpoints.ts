import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '../connect.ts'
import { CHECKPOINT_SCHEMA } from '../schema/namespace.ts'

const stepSchema = z.object({
  id: z.string(),
  parent: z.string().nullable(),
  at: z.string(),
  step: z.number(),
  source: z.string(),
  nodes: z.array(z.string()),
})
/** A checkpoint of a run without its values, with the nodes whose writes it holds. */
export type CheckpointStep = z.infer<typeof stepSchema>

/**
 * The checkpoints of a run, oldest first, up to one of them. LangGraph records no names, so the nodes of each are those that saw new versions
 * of their channels, and, for tasks made by `Send`, which leave no trace there, those that were tried. Postgres finds them: what a thread of
 * thousands of steps has seen is too much to hand over.
 */
export async function listSteps(
  db: DbOrTx,
  { tenant, run, upTo }: { tenant: string; run: string; upTo?: string },
): Promise<CheckpointStep[]> {
  const langgraph = sql.identifier(CHECKPOINT_SCHEMA)
  const result = await db.execute(sql`
    with tried as (
      select checkpoint, array_agg(distinct node) as nodes from countersign.attempts
      where tenant = ${tenant} and run = ${run} and task <> node and status = 'done' group by checkpoint
    ), steps as materialized (
      select c.checkpoint_id as id, c.parent_checkpoint_id as parent, c.checkpoint->>'ts' as at, coalesce((c.metadata->>'step')::int, -2) as step,
        coalesce(c.metadata->>'source', 'loop') as source, c.checkpoint->'versions_seen' as seen
      from ${langgraph}.checkpoints c
      where c.thread_id = ${run} and c.checkpoint_ns = '' and ${upTo === undefined ? sql`true` : sql`c.checkpoint_id <= ${upTo}`}
        and exists (select 1 from countersign.runs r where r.id = ${run} and r.tenant = ${tenant})
    )
    select c.id, c.parent, c.at, c.step, c.source, case when c.source <> 'loop' then '[]' else (
      select coalesce(json_agg(distinct node), '[]') from (
        select s.key as node from jsonb_each(c.seen) s
        where not starts_with(s.key, '__') and s.value is distinct from coalesce(p.seen->s.key, '{}')
        union all select unnest(tried.nodes)
      ) ran
    ) end as nodes
    from steps c left join steps p on p.id = c.parent left join tried on tried.checkpoint = c.parent
    order by c.id`)
  return z.array(stepSchema).parse(result.rows)
}
