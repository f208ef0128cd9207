import { createEngineActivities, type EngineDeps } from '@countersign/activities/engine'
import { DEFAULT_QUEUE } from '@countersign/workflows/contract'
import { type NativeConnection, Worker, type WorkerOptions, type WorkflowBundleOption } from '@temporalio/worker'

/**
 * Heartbeats reach the server at least so often. By itself the SDK keeps them for four fifths of their timeout, which leaves a busy worker
 * little time and tells a long node late that its run was cancelled.
 */
const HEARTBEAT_THROTTLE = '5 seconds'

export interface EngineWorkerInput {
  connection: NativeConnection
  namespace: string
  bundle: WorkflowBundleOption
  deps: EngineDeps
  /** Activities beside the engine's, by Temporal name. */
  activities?: object
  taskQueue?: string
  /** Nodes of this queue that run at once; quick nodes do not count. */
  concurrency?: number
  /** How long a stopping worker lets nodes come to an end before it cancels them; another worker then takes them up. */
  grace?: '10 seconds' | '100 milliseconds'
}

/**
 * A Temporal worker that moves runs: workflows, the engine's activities, every node of the registered graphs.
 * The caller runs it (`run()`) and shuts it down.
 */
export async function createEngineWorker({
  connection,
  namespace,
  bundle,
  deps,
  activities,
  taskQueue = DEFAULT_QUEUE,
  concurrency = 8,
  grace = '10 seconds',
}: EngineWorkerInput): Promise<Worker> {
  const options: WorkerOptions = {
    connection,
    namespace,
    taskQueue,
    workflowBundle: bundle,
    activities: { ...createEngineActivities({ ...deps, isStopping: () => worker.getState() !== 'RUNNING' }), ...activities },
    identity: deps.worker,
    maxConcurrentActivityTaskExecutions: concurrency,
    maxConcurrentLocalActivityExecutions: 50,
    maxConcurrentWorkflowTaskExecutions: 40,
    // A paused run costs memory here only while it is cached; Postgres and Temporal keep the rest.
    maxCachedWorkflows: 300,
    // After a crash, what was cached here is offered to other workers this soon.
    stickyQueueScheduleToStartTimeout: '2 seconds',
    maxHeartbeatThrottleInterval: HEARTBEAT_THROTTLE,
    shutdownGraceTime: grace,
  }
  const worker = await Worker.create(options)
  return worker
}

/** A worker for a queue of its own that only runs nodes, e.g. `ocr`: heavy work that must not hold up the rest. */
export function createNodeWorker({
  connection,
  namespace,
  deps,
  taskQueue,
  concurrency = 2,
}: Omit<EngineWorkerInput, 'bundle'> & { taskQueue: string }): Promise<Worker> {
  return Worker.create({
    connection,
    namespace,
    taskQueue,
    activities: createEngineActivities(deps),
    identity: deps.worker,
    maxConcurrentActivityTaskExecutions: concurrency,
    maxHeartbeatThrottleInterval: HEARTBEAT_THROTTLE,
    shutdownGraceTime: '10 seconds',
  })
}
