import { and, eq, type InferSelectModel, isNull, sql } from 'drizzle-orm'
import type { DbOrTx } from '../connect.ts'
import { decisions } from '../schema/index.ts'

export type DecisionRow = InferSelectModel<typeof decisions>

export async function findDecision(db: DbOrTx, where: { tenant: string; review: string }): Promise<DecisionRow | null> {
  const rows = await db
    .select()
    .from(decisions)
    .where(and(eq(decisions.tenant, where.tenant), eq(decisions.review, where.review)))
  return rows[0] ?? null
}

export async function findDecisionByClientKey(db: DbOrTx, where: { tenant: string; clientKey: string }): Promise<DecisionRow | null> {
  const rows = await db
    .select()
    .from(decisions)
    .where(and(eq(decisions.tenant, where.tenant), eq(decisions.clientKey, where.clientKey)))
  return rows[0] ?? null
}

/** Decisions of the tenant that are older than `seconds` and that their run has not taken in. */
export async function countUnappliedDecisions(db: DbOrTx, where: { tenant: string; seconds: number }): Promise<number> {
  const rows = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(decisions)
    .where(
      and(
        eq(decisions.tenant, where.tenant),
        isNull(decisions.appliedAt),
        sql`${decisions.createdAt} < now() - make_interval(secs => ${where.seconds})`,
        // A run that ended owes nobody an answer.
        sql`exists (select 1 from countersign.reviews v join countersign.runs r on r.id = v.run
          where v.id = ${decisions.review} and r.status in ('running', 'waiting', 'parked'))`,
      ),
    )
  return rows[0]?.count ?? 0
}
