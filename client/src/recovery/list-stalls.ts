import { listStalls as query } from '@countersign/db'
import type { ClientContext } from '../context.ts'
import type { StallView } from '../schemas/time-travel.ts'

/** Runs that nothing moves, longest first, as the watchdog of the workers saw them last: at most 1,000. */
export async function listStalls({ tenant, database }: ClientContext): Promise<StallView[]> {
  const rows = await query(database.db, { tenant })
  return rows.map(({ since, ...row }) => ({ ...row, since: since.toISOString() }))
}
