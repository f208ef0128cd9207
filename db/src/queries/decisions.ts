import { and, eq, type InferSelectModel, isNull } from 'drizzle-orm'
import type { DbOrTx } from '../connect.ts'
import { decisions } from '../schema/index.ts'

export type DecisionRow = InferSelectModel<typeof decisions>

/** The decision that stands. */
export async function findDecision(db: DbOrTx, where: { tenant: string; review: string }): Promise<DecisionRow | null> {
  const rows = await db
    .select()
    .from(decisions)
    .where(and(eq(decisions.tenant, where.tenant), eq(decisions.review, where.review), isNull(decisions.withdrawnAt)))
  return rows[0] ?? null
}

export async function findDecisionByClientKey(db: DbOrTx, where: { tenant: string; clientKey: string }): Promise<DecisionRow | null> {
  const rows = await db
    .select()
    .from(decisions)
    .where(and(eq(decisions.tenant, where.tenant), eq(decisions.clientKey, where.clientKey)))
  return rows[0] ?? null
}
