import { countOpenReviews, countOwed, countRuns, countStalls } from '@countersign/db'
import type { ClientContext } from './context.ts'
import type { Health } from './types.ts'

const PATIENCE = 1_500
const LATE_SECONDS = 30

/** Counts of this tenant, and whether Temporal answers within 1.5 s. Throws when Postgres does not answer. */
export async function checkHealth({ tenant, database: { db }, temporal }: ClientContext): Promise<Health> {
  const [reviews, runs, { decidedNotResumed }, stalls, reachable] = await Promise.all([
    countOpenReviews(db, { tenant }),
    countRuns(db, { tenant }),
    countOwed(db, { tenant, seconds: LATE_SECONDS }),
    countStalls(db, { tenant }),
    temporal
      .call(PATIENCE, (client) => client.workflowService.getSystemInfo({}))
      .then(
        () => true,
        () => false,
      ),
  ])
  return { openReviews: reviews.reduce((sum, { count }) => sum + count, 0), runs, decidedNotResumed, stalls, temporal: reachable }
}
