import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '../connect.ts'
import { RUN_STATUSES, type RunFork } from '../schema/index.ts'

const forkSchema: z.ZodType<RunFork> = z.object({
  step: z.number(),
  namespace: z.string().optional(),
  root: z.string().optional(),
  nodes: z.array(z.string()).optional(),
  edited: z.array(z.string()).optional(),
  reason: z.string().optional(),
})
const rowSchema = z.object({
  id: z.string(),
  title: z.string(),
  graph: z.string(),
  version: z.string(),
  status: z.enum(RUN_STATUSES),
  parentRun: z.string().nullable(),
  parentCheckpoint: z.string().nullable(),
  fork: forkSchema.nullable(),
  sandbox: z.boolean(),
  bulk: z.string().nullable(),
  createdBy: z.string(),
  createdAt: z.coerce.date(),
})
export type LineageRow = z.infer<typeof rowSchema>

const MOST = 500

/**
 * The runs of one tree of forks, parents before their forks, at most 500: the named run and its ancestors first of all, then the oldest.
 */
export async function listLineage(db: DbOrTx, { tenant, run, root }: { tenant: string; run: string; root: string }): Promise<LineageRow[]> {
  const result = await db.execute(sql`
    with recursive line as (
      select r.id, r.parent_run from countersign.runs r where r.tenant = ${tenant} and r.id = ${run}
      union
      select r.id, r.parent_run from line join countersign.runs r on r.tenant = ${tenant} and r.id = line.parent_run
    ), tree as (
      select r.* from countersign.runs r where r.tenant = ${tenant} and (r.id = ${root} or r.root = ${root})
      order by exists (select 1 from line where line.id = r.id) desc, r.created_at, r.id limit ${MOST}
    )
    select id, title, graph, version, status, parent_run as "parentRun", parent_checkpoint as "parentCheckpoint", fork, sandbox, bulk,
      created_by as "createdBy", created_at as "createdAt"
    from tree order by created_at, id`)
  return z.array(rowSchema).parse(result.rows)
}
