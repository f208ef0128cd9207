import { and, asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '../connect.ts'
import { recordedEffects, runs } from '../schema/index.ts'

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
