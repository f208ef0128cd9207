import { listRetention as queryRetention } from '@countersign/db'
import type { ClientContext } from '../context.ts'
import type { RetentionPolicy } from '../schemas/retention.ts'

/** The tenant's retention policies by graph. Where there is none, everything is kept. */
export async function listRetention({ tenant, database }: ClientContext): Promise<RetentionPolicy[]> {
  const rows = await queryRetention(database.db, { tenant })
  return rows.map(({ graph, days, keep, updatedBy, updatedAt }) => ({ graph, days, keep, updatedBy, updatedAt: updatedAt.toISOString() }))
}
