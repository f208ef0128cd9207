import { and, asc, eq, type InferSelectModel, sql } from 'drizzle-orm'
import type { DbOrTx } from '../connect.ts'
import { reviewPolicies } from '../schema/index.ts'
import { appendAudit } from './audit.ts'

export type PolicyRow = InferSelectModel<typeof reviewPolicies>

/** The tenant's policies by scope. */
export async function listPolicies(db: DbOrTx, { tenant }: { tenant: string }): Promise<PolicyRow[]> {
  return await db.select().from(reviewPolicies).where(eq(reviewPolicies.tenant, tenant)).orderBy(asc(reviewPolicies.scope))
}

/** Sets or replaces the policy of a scope; null takes it away. Reviews that are open keep theirs. To be called in a transaction. */
export async function setPolicy(
  tx: DbOrTx,
  { tenant, scope, policy, by }: { tenant: string; scope: string; policy: object | null; by: string },
): Promise<void> {
  if (policy === null) {
    await tx.delete(reviewPolicies).where(and(eq(reviewPolicies.tenant, tenant), eq(reviewPolicies.scope, scope)))
  } else {
    await tx
      .insert(reviewPolicies)
      .values({ tenant, scope, policy, updatedBy: by })
      .onConflictDoUpdate({
        target: [reviewPolicies.tenant, reviewPolicies.scope],
        set: { policy, updatedBy: by, updatedAt: sql`now()` },
      })
  }
  await appendAudit(tx, { tenant, actor: by, event: 'policy.set', data: { scope, policy } })
}
