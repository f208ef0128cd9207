import { condition, defineSignal, proxyLocalActivities, setHandler, workflowInfo } from '@temporalio/workflow'
import type { ByHandActivities } from './activities.ts'

const activities = proxyLocalActivities<ByHandActivities>({ startToCloseTimeout: '10 seconds' })
const decided = defineSignal('decided')

/** What `bench-pause` does, written for Temporal by hand: proposes, asks, waits for a person, does something. Its state is its own. */
export async function byHand(): Promise<void> {
  const run = workflowInfo().workflowId
  let answered = false
  setHandler(decided, () => {
    answered = true
  })
  const proposal = await activities.propose(run)
  await activities.ask(run, proposal)
  await condition(() => answered)
  await activities.after(run)
}
