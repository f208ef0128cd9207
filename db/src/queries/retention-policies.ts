import { and, asc, eq, type InferSelectModel, sql } from 'drizzle-orm'
import type { DbOrTx } from '../connect.ts'
import { retentionPolicies } from '../schema/index.ts'
import { appendAudit } from './audit.ts'

export type RetentionPolicyRow = InferSelectModel<typeof retentionPolicies>

/** The tenant's retention policies by graph; `*` comes first. */
export async function listRetention(db: DbOrTx, { tenant }: { tenant: string }): Promise<RetentionPolicyRow[]> {
  return await db.select().from(retentionPolicies).where(eq(retentionPolicies.tenant, tenant)).orderBy(asc(retentionPolicies.graph))
}

/** Sets or replaces the policy of a graph; null takes it away. To be called in a transaction. */
export async function setRetention(
  tx: DbOrTx,
  { tenant, graph, policy, by }: { tenant: string; graph: string; policy: Pick<RetentionPolicyRow, 'days' | 'keep'> | null; by: string },
): Promise<void> {
  const { tenant: ofTenant, graph: ofGraph } = retentionPolicies
  if (policy === null) {
    await tx.delete(retentionPolicies).where(and(eq(ofTenant, tenant), eq(ofGraph, graph)))
  } else {
    await tx
      .insert(retentionPolicies)
      .values({ tenant, graph, ...policy, updatedBy: by })
      .onConflictDoUpdate({ target: [ofTenant, ofGraph], set: { ...policy, updatedBy: by, updatedAt: sql`now()` } })
  }
  const { days, keep } = policy ?? { days: null, keep: null }
  await appendAudit(tx, { tenant, actor: by, event: 'retention.set', data: { graph, days, keep } })
}
