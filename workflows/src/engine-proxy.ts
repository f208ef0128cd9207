import type { EngineActivities } from '@countersign/activities/engine'
import { type ActivityOptions, type LocalActivityOptions, proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { TaskCall, TaskResult } from '../contract/graph-run.ts'
import type { NodePolicy } from '../contract/node-policy.ts'

const RETRY = { initialInterval: '200 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' } as const
/** A node that names no number of its own is tried five times in all. */
const RETRIES = 4

/** The engine's own short work: retried until Postgres answers. */
export const engine = proxyLocalActivities<EngineActivities>({ startToCloseTimeout: '30 seconds', retry: RETRY })

type NodeActivities = Record<string, (call: TaskCall) => Promise<TaskResult>>

/** Runs one task as the activity `<graph>.<node>`: a local activity where its policy says quick, else one on its own queue. */
export function runNode(name: string, policy: NodePolicy, call: TaskCall): Promise<TaskResult> {
  const activities = policy.quick
    ? proxyLocalActivities<NodeActivities>(localOptions(policy))
    : proxyActivities<NodeActivities>(regularOptions(policy))
  const activity = activities[name]
  if (!activity) throw new Error(`no activity ${name}`)
  return activity(call)
}

const retry = (policy: NodePolicy) => ({ ...RETRY, maximumAttempts: (policy.retries ?? RETRIES) + 1 })

const localOptions = (policy: NodePolicy): LocalActivityOptions => ({
  startToCloseTimeout: policy.startToClose ?? '10 seconds',
  retry: retry(policy),
})

const regularOptions = (policy: NodePolicy): ActivityOptions => ({
  taskQueue: policy.queue,
  startToCloseTimeout: policy.startToClose ?? '10 minutes',
  heartbeatTimeout: policy.heartbeat ?? '30 seconds',
  retry: retry(policy),
})
