import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '../connect.ts'
import { CHECKPOINT_SCHEMA } from '../schema/namespace.ts'

const versionsSchema = z.record(z.string(), z.union([z.string(), z.number()]))
const headSchema = z.object({
  id: z.string(),
  parent: z.string().nullable(),
  at: z.string(),
  step: z.coerce.number(),
  source: z.string(),
  versionsSeen: z.record(z.string(), versionsSchema),
})
/** A checkpoint of a run without its values, but with the versions of the channels that each node had seen. */
export type CheckpointHead = z.infer<typeof headSchema>

/** Checkpoints of a run, oldest first, without their values. Reads LangGraph's table: its saver loads every value of each. */
export async function listCheckpointHeads(db: DbOrTx, where: { tenant: string; run: string }): Promise<CheckpointHead[]> {
  const result = await db.execute(sql`
    select c.checkpoint_id as id, c.parent_checkpoint_id as parent, c.checkpoint->>'ts' as at,
      coalesce((c.metadata->>'step')::int, -2) as step, coalesce(c.metadata->>'source', 'loop') as source,
      coalesce(c.checkpoint->'versions_seen', '{}') as "versionsSeen"
    from ${sql.identifier(CHECKPOINT_SCHEMA)}.checkpoints c
    join countersign.runs r on r.id = c.thread_id and r.tenant = ${where.tenant}
    where c.thread_id = ${where.run} and c.checkpoint_ns = ''
    order by c.checkpoint_id`)
  return z.array(headSchema).parse(result.rows)
}
