import type { BatchActivities } from '@countersign/activities'
import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow'
import type { BatchRef } from '../contract/review-desk.ts'

const batches = proxyActivities<BatchActivities>({
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '500 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
})

/** Decides a batch item by item, some at a time, until none is left or it was stopped. Its progress is in Postgres. */
export async function decideBatch(batch: BatchRef): Promise<void> {
  for (;;) {
    const more = await batches['batch.decideSome'](batch)
    if (!more) return
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof decideBatch>(batch)
  }
}
