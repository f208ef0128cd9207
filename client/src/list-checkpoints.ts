import { findRun, listSteps } from '@countersign/db'
import { describeCheckpoints } from './checkpoint-steps.ts'
import type { ClientContext } from './context.ts'
import { checkId, notFound } from './not-found.ts'
import type { CheckpointView } from './types.ts'

/** The checkpoints of a run, newest last; empty before its first superstep. Throws `not_found` for the run. */
export async function listCheckpoints({ tenant, database: { db } }: ClientContext, run: string): Promise<CheckpointView[]> {
  checkId('run', run)
  const row = await findRun(db, { tenant, run })
  if (row === null) throw notFound('run', run)
  return describeCheckpoints(await listSteps(db, { tenant, run }), row)
}
