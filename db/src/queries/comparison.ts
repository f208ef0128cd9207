import { and, asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '../connect.ts'
import { recordedEffects, runs } from '../schema/index.ts'
import { CHECKPOINT_SCHEMA } from '../schema/namespace.ts'

const costSchema = z.object({ ms: z.coerce.number(), tokens: z.coerce.number(), attempts: z.number() })
/** What the nodes of a run took: milliseconds at work, tokens of language models, attempts. */
export type RunCost = z.infer<typeof costSchema>

/** `from`: only what was tried from this checkpoint on. */
export async function costOfRun(db: DbOrTx, { tenant, run, from }: { tenant: string; run: string; from?: string }): Promise<RunCost> {
  // The engine's own tasks bear their name as their id.
  const result = await db.execute(sql`
    select count(*)::int as attempts, coalesce(sum((usage->>'input')::bigint + (usage->>'output')::bigint), 0) as tokens,
      coalesce(round(sum(extract(epoch from finished_at - started_at)) * 1000), 0) as ms
    from countersign.attempts where tenant = ${tenant} and run = ${run} and task <> node and checkpoint >= ${from ?? ''}`)
  return z.array(costSchema).parse(result.rows)[0] ?? { ms: 0, tokens: 0, attempts: 0 }
}

const stepSchema = z.object({ id: z.string(), source: z.string(), nodes: z.array(z.string()) })

/**
 * The nodes of a run, step by step, oldest first, up to a checkpoint: those that saw something new, and those whose tasks were made by
 * `Send`, by their attempts.
 */
export async function listSteps(
  db: DbOrTx,
  { tenant, run, upTo }: { tenant: string; run: string; upTo?: string },
): Promise<z.infer<typeof stepSchema>[]> {
  const langgraph = sql.identifier(CHECKPOINT_SCHEMA)
  const result = await db.execute(sql`
    select c.checkpoint_id as id, coalesce(c.metadata->>'source', 'loop') as source, (
      select coalesce(json_agg(node order by node), '[]') from (
        select s.key as node from jsonb_each(c.checkpoint->'versions_seen') s
        where not starts_with(s.key, '__') and s.value is distinct from coalesce(p.checkpoint->'versions_seen'->s.key, '{}')
        union
        select a.node from countersign.attempts a
        where a.tenant = ${tenant} and a.run = ${run} and a.checkpoint = c.parent_checkpoint_id and a.task <> a.node and a.status = 'done'
      ) ran
    ) as nodes
    from ${langgraph}.checkpoints c
    join countersign.runs r on r.id = c.thread_id and r.tenant = ${tenant}
    left join ${langgraph}.checkpoints p
      on p.thread_id = c.thread_id and p.checkpoint_ns = c.checkpoint_ns and p.checkpoint_id = c.parent_checkpoint_id
    where c.thread_id = ${run} and c.checkpoint_ns = '' and ${upTo === undefined ? sql`true` : sql`c.checkpoint_id <= ${upTo}`}
    order by c.checkpoint_id`)
  return z.array(stepSchema).parse(result.rows)
}

/** What a replay would have written, in the order of the tasks' own count. */
export async function listRecordedEffects(
  db: DbOrTx,
  where: { tenant: string; run: string },
): Promise<{ node: string; name: string; data: unknown }[]> {
  return await db
    .select({ node: recordedEffects.node, name: recordedEffects.name, data: recordedEffects.data })
    .from(recordedEffects)
    .where(and(eq(recordedEffects.tenant, where.tenant), eq(recordedEffects.run, where.run)))
    .orderBy(asc(recordedEffects.createdAt), asc(recordedEffects.task), asc(recordedEffects.ordinal))
    .limit(1_000)
}

/** The ids of the forks that were made together, oldest first. */
export async function listBulk(db: DbOrTx, where: { tenant: string; bulk: string }): Promise<string[]> {
  const rows = await db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.tenant, where.tenant), eq(runs.bulk, where.bulk)))
    .orderBy(asc(runs.createdAt), asc(runs.id))
  return rows.map(({ id }) => id)
}
