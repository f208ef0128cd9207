import { type Db, type DueRun, endDeadSweeps, endSweep, listDueRuns, startSweep, thinRun } from '@countersign/db'
import type { RetentionResult } from '../schemas/retention.ts'

interface Sweep {
  tenant: string
  by: string
  /** Asked before every batch. */
  isStopping?: () => boolean
}

/**
 * Applies a tenant's retention policies once, to the runs that are due as it begins. A sweep that was killed before is recorded first.
 * Where it is stopped, the next one goes on with the rest.
 */
export async function sweepTenant(db: Db, { tenant, by, isStopping = () => false }: Sweep): Promise<RetentionResult> {
  await endDeadSweeps(db, { tenant })
  const sweep = await startSweep(db, { tenant, by })
  try {
    for (const due of await listDueRuns(db, { tenant })) {
      if (isStopping()) break
      await thinWhole(db, { ...due, tenant, sweep, isStopping })
    }
  } catch (error) {
    // What was removed until then is recorded.
    await endSweep(db, { tenant, sweep }).catch(() => undefined)
    throw error
  }
  const { runs, checkpoints, bytes } = await endSweep(db, { tenant, sweep })
  return { runs, checkpoints, bytes }
}

async function thinWhole(
  db: Db,
  { isStopping, ...due }: DueRun & { tenant: string; sweep: string; isStopping: () => boolean },
): Promise<void> {
  let before = false
  for (;;) {
    const batch = await thinRun(db, { ...due, before })
    if (!batch?.more || isStopping()) return
    before = batch.lost
  }
}
