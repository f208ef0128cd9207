import { listIncidentGroups as query } from '@countersign/db'
import type { ClientContext } from '../context.ts'
import type { IncidentGroup } from '../schemas/time-travel.ts'

/**
 * Parked runs whose node gave up, by graph, version, node, error and message, the largest group first; at most 200. Numbers and ids in
 * messages do not count. `group` filters reviews and makes a batch of exactly these.
 */
export async function listIncidentGroups({ tenant, database }: ClientContext): Promise<IncidentGroup[]> {
  const rows = await query(database.db, { tenant })
  return rows.map(({ oldest, newest, ...row }) => ({ ...row, oldest: oldest.toISOString(), newest: newest.toISOString() }))
}
