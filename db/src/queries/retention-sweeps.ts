import { newSweepId } from '@countersign/workflows/contract'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, DbOrTx } from '../connect.ts'
import { appendAudit } from './audit.ts'

/** The machine itself. */
export const BY_ENGINE = 'engine'

const rowSchema = z.object({
  id: z.string(),
  by: z.string(),
  runs: z.coerce.number(),
  checkpoints: z.coerce.number(),
  bytes: z.coerce.number(),
})
export type RetentionSweep = z.infer<typeof rowSchema>

/** Notes that somebody begins to apply the policies; what is removed is counted up in it. */
export async function startSweep(db: DbOrTx, { tenant, by }: { tenant: string; by: string }): Promise<string> {
  const id = newSweepId()
  await db.execute(
    sql`insert into countersign.retention_sweeps (id, tenant, by, runs, checkpoints, bytes) values (${id}, ${tenant}, ${by}, 0, 0, 0)`,
  )
  return id
}

/** Ends a sweep, with its entry in the audit log: none where the machine found nothing to remove. Answers what it removed. Safe to repeat. */
export async function endSweep(db: Db, { tenant, sweep }: { tenant: string; sweep: string }): Promise<RetentionSweep> {
  return await db.transaction(async (tx) => {
    for (const ended of await endSweeps(tx, sql`tenant = ${tenant} and id = ${sweep}`)) await recordSweep(tx, { tenant, ended })
    const result = await tx.execute(sql`
      select id, by, runs, checkpoints, bytes from countersign.retention_sweeps where tenant = ${tenant} and id = ${sweep}`)
    return z.tuple([rowSchema]).parse(result.rows)[0]
  })
}

/** Ends the sweeps of a tenant that died: those that have been silent for ten minutes. What they had removed stays removed, and is recorded. */
export async function endDeadSweeps(db: Db, { tenant }: { tenant: string }): Promise<void> {
  await db.transaction(async (tx) => {
    for (const ended of await endSweeps(tx, sql`tenant = ${tenant} and touched_at < now() - interval '10 minutes'`)) {
      await recordSweep(tx, { tenant, ended })
    }
  })
}

async function endSweeps(tx: DbOrTx, which: ReturnType<typeof sql>): Promise<RetentionSweep[]> {
  const result = await tx.execute(sql`
    update countersign.retention_sweeps set ended_at = now() where ${which} and ended_at is null returning id, by, runs, checkpoints, bytes`)
  return z.array(rowSchema).parse(result.rows)
}

async function recordSweep(tx: DbOrTx, { tenant, ended }: { tenant: string; ended: RetentionSweep }): Promise<void> {
  const { id: sweep, by, runs, checkpoints, bytes } = ended
  if (by !== BY_ENGINE || bytes > 0) {
    await appendAudit(tx, { tenant, actor: by, event: 'retention.applied', data: { sweep, runs, checkpoints, bytes } })
  }
}

/**
 * Tenants whose policies are due: they have some, and neither was any sweep of theirs ended within `hours`, nor is one under way. For the
 * owner's connection, which sees all tenants.
 */
export async function listTenantsToSweep(db: DbOrTx, { hours }: { hours: number }): Promise<string[]> {
  const result = await db.execute(sql`
    select distinct p.tenant from countersign.retention_policies p where p.keep <> 'all' and not exists (
      select from countersign.retention_sweeps s
       where s.tenant = p.tenant
         and case when s.ended_at is null then s.touched_at > now() - interval '10 minutes'
                  else s.at > now() - make_interval(hours => ${hours}) end)
     order by p.tenant`)
  return z
    .array(z.object({ tenant: z.string() }))
    .parse(result.rows)
    .map(({ tenant }) => tenant)
}
