import type { ClientContext } from '../context.ts'
import type { RetentionResult } from '../schemas/retention.ts'
import { sweepTenant } from './sweep-tenant.ts'

/**
 * Deletes what the plan says, in many short transactions that hold rows of ended runs alone. What was removed is kept in
 * `retention_sweeps` and told by one audit entry. Safe to repeat, to run twice at once and to be killed: the next application goes on.
 */
export async function applyRetention({ tenant, user, database }: ClientContext): Promise<RetentionResult> {
  return await sweepTenant(database.db, { tenant, by: user })
}
