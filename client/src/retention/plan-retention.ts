import { planRetention as queryPlan } from '@countersign/db'
import type { ClientContext } from '../context.ts'
import type { RetentionPlan } from '../schemas/retention.ts'

/**
 * What applying the policies now would delete, counted by the rules that deleting follows, and which runs are kept although they are old
 * enough. Changes nothing. Seconds for millions of checkpoints.
 */
export async function planRetention({ tenant, database }: ClientContext): Promise<RetentionPlan> {
  const rows = await queryPlan(database.db, { tenant })
  const graphs = rows.map(({ review, fork, hold, ...counts }) => ({ ...counts, kept: { review, fork, hold } }))
  const total = (of: (graph: (typeof graphs)[number]) => number): number => graphs.reduce((sum, graph) => sum + of(graph), 0)
  return {
    graphs,
    runs: total(({ runs }) => runs),
    checkpoints: total(({ checkpoints }) => checkpoints),
    bytes: total(({ bytes }) => bytes),
  }
}
