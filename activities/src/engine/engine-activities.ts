import { hostname } from 'node:os'
import {
  CountersignError,
  type NodeFailure,
  type RunRef,
  type TaskCall,
  type TaskResult,
  WORKER_SHUTDOWN,
} from '@countersign/workflows/contract'
import { activityInfo, cancellationDetails, cancellationSignal, heartbeat } from '@temporalio/activity'
import { ApplicationFailure } from '@temporalio/common'
import type { EngineDeps } from './engine-deps.ts'
import { incidentRequest } from './interrupt-request.ts'
import { ADVANCE, BEGIN } from './pseudo-tasks.ts'
import { runTask, type TaskRun } from './run-task.ts'
import { toApplicationFailure } from './to-application-failure.ts'

/** The engine's activities by Temporal name. Every node of every graph comes in through `default`, as `<graph>.<node>`. */
export interface EngineActivities {
  'engine.begin'(call: TaskCall): Promise<TaskResult>
  'engine.advance'(call: TaskCall): Promise<TaskResult>
  /** The incident's review; null where the run has moved on meanwhile. */
  'engine.park'(failure: NodeFailure): Promise<string | null>
  'engine.end'(ref: RunRef & { ended: 'cancelled' | 'aborted' }): Promise<void>
  default(call: TaskCall): Promise<TaskResult>
}

/** Builds the activities a worker registers. All are safe to retry: what is done already is found done. */
export function createEngineActivities(deps: EngineDeps): EngineActivities {
  return {
    'engine.begin': (call) => asActivity(deps, { ...call, node: BEGIN }),
    'engine.advance': (call) => asActivity(deps, { ...call, node: ADVANCE }),
    'engine.park': (failure) => {
      const { tenant, run, node, code } = failure
      deps.log.warn({ tenant, run, node, code }, 'run parked')
      return deps.store.park(failure, (attempts) => incidentRequest(failure, attempts))
    },
    'engine.end': (ref) => deps.store.end({ ...ref, by: 'engine' }),
    default: (call) => {
      const [, node] = activityInfo().activityType.split(/\.(.*)/s)
      if (!node) throw toApplicationFailure(new CountersignError('internal', `No activity is named ${activityInfo().activityType}.`))
      return asActivity(deps, { ...call, node })
    },
  }
}

async function asActivity(deps: EngineDeps, call: Pick<TaskRun, 'tenant' | 'run' | 'checkpoint' | 'task' | 'node'>): Promise<TaskResult> {
  const { attempt, heartbeatTimeoutMs, isLocal } = activityInfo()
  if (isLocal && deps.isStopping?.()) throw workerShutdown()
  const beat = heartbeatTimeoutMs ? setInterval(() => heartbeat(), heartbeatTimeoutMs / 3) : undefined
  try {
    return await runTask(deps, { ...call, activity: activityKey(), activityAttempt: attempt, heartbeat, signal: cancellationSignal() })
  } catch (error) {
    if (cancellationDetails()?.workerShutdown) throw workerShutdown()
    throw toApplicationFailure(error)
  } finally {
    clearInterval(beat)
  }
}

const workerShutdown = () => ApplicationFailure.nonRetryable('The worker was stopped before the node had ended.', WORKER_SHUTDOWN)

/**
 * Names one scheduled activity, whose attempts Temporal counts. Ids alone begin anew with every execution of a run's workflow;
 * and a local activity that was lost with its worker is scheduled again under its old id, counting from 1.
 */
function activityKey(): string {
  const { activityId, isLocal, scheduledTimestampMs, workflowExecution } = activityInfo()
  const key = `${workflowExecution?.runId ?? ''}/${activityId}`
  return isLocal ? `${key}/${scheduledTimestampMs}` : key
}

/** How this process is named in the attempts it makes. */
export const workerName = (): string => `${process.pid}@${hostname()}`
