import { and, asc, eq, type InferSelectModel } from 'drizzle-orm'
import type { DbOrTx } from '../connect.ts'
import { attempts } from '../schema/index.ts'

export type AttemptRow = InferSelectModel<typeof attempts>

/** The attempts of a run, oldest first; with `checkpoint` and `task`, those of one task. */
export async function listAttempts(
  db: DbOrTx,
  where: { tenant: string; run: string; checkpoint?: string; task?: string },
): Promise<AttemptRow[]> {
  return await db
    .select()
    .from(attempts)
    .where(
      and(
        eq(attempts.tenant, where.tenant),
        eq(attempts.run, where.run),
        where.checkpoint === undefined ? undefined : eq(attempts.checkpoint, where.checkpoint),
        where.task === undefined ? undefined : eq(attempts.task, where.task),
      ),
    )
    .orderBy(asc(attempts.startedAt), asc(attempts.step), asc(attempts.fence))
}
