import type { RetrievalActivities } from '@countersign/activities'
import { proxyLocalActivities } from '@temporalio/workflow'
import type { RetrieveHit, RetrieveInput } from '../contract/graph-run.ts'

const activities = proxyLocalActivities<RetrievalActivities>({
  // The first question after a pause loads the model.
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '200 milliseconds', maximumAttempts: 3 },
})

/** Finds the chunks that answer a question best: their ids and scores; the caller reads the texts from Postgres. */
export function retrieve(input: RetrieveInput): Promise<RetrieveHit[]> {
  return activities['retrieval.search'](input)
}
