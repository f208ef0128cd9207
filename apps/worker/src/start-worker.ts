import { describeGraph, drawGraph, type GraphDefinition } from '@countersign/activities/engine'
import {
  type AuditPlaces,
  createRelay,
  createWatchdog,
  createWorkerCalls,
  keepRecord,
  type NotificationSettings,
  openTemporal,
  type Relay,
  type Watchdog,
} from '@countersign/client/relay'
import { connectDatabase, createBlobStore, recordQueues, registerGraph } from '@countersign/db'
import { CountersignError, DEFAULT_QUEUE } from '@countersign/workflows/contract'
import type { Client } from '@temporalio/client'
import { NativeConnection, type Worker } from '@temporalio/worker'
import type { Logger } from 'pino'
import { connectEngine } from './connect-engine.ts'
import { createEngineWorker, createNodeWorker } from './engine-worker.ts'
import { loadWorkflowBundle } from './workflow-bundle.ts'

export interface StartWorkerInput {
  databaseUrl: string
  temporalAddress: string
  temporalNamespace: string
  graphs: GraphDefinition[]
  /** Activities beside the engine's. */
  activities?: object
  /** Slow nodes of one queue that run at once. */
  concurrency?: number
  /** Task queues to serve; all that the graphs use when left out. */
  queues?: string[]
  /** Where the key of the audit log is: this worker seals the log and sends notifications. Left out: another one does. */
  audit?: AuditPlaces
  /** Seconds between two anchors of a tenant's log. */
  anchorSeconds?: number
  notifications?: NotificationSettings | null
  /** Where files lie, for whoever keeps the record: those of deleted documents are removed from it. */
  blobs?: string
  log: Logger
}

export interface RunningWorker {
  relay: Relay
  watchdog: Watchdog
  /** Ends when the worker has stopped, throws if it failed. */
  finished: Promise<void>
  /** Takes nothing new, lets what runs come to an end, closes all connections. */
  stop(): Promise<void>
}

/**
 * Starts all that moves runs in one process: Temporal workers for its queues, the relay, and what keeps the record. The graphs become known to callers
 * first. Throws `invalid_input` for a queue that no registered graph names.
 */
export async function startWorker(input: StartWorkerInput): Promise<RunningWorker> {
  const { databaseUrl, temporalAddress: address, temporalNamespace: namespace, graphs, log } = input
  const queues = chooseQueues(graphs, input.queues)
  const engine = connectEngine({ databaseUrl, graphs, log })
  const [connection, temporal, bundle] = await Promise.all([
    NativeConnection.connect({ address }),
    openTemporal({ address, namespace }),
    loadWorkflowBundle(),
  ])
  for (const graph of engine.deps.graphs.list()) {
    const { name, version, stateSchema, migratesFrom } = describeGraph(graph.definition)
    await registerGraph(engine.database.pool, { name, version, drawing: await drawGraph(graph), stateSchema, migratesFrom })
    await recordQueues(engine.database.db, { name, version, queues: queuesOf(graph.definition) })
  }
  const { activities, concurrency } = input
  const shared = { connection, namespace, deps: engine.deps, concurrency }
  const workers = await Promise.all(
    queues.map((taskQueue) =>
      taskQueue === DEFAULT_QUEUE ? createEngineWorker({ ...shared, bundle, activities }) : createNodeWorker({ ...shared, taskQueue }),
    ),
  )
  const relay = createRelay({ database: engine.database, client: temporal.client, log })
  relay.start()
  const watch = startWatch(input, { id: engine.deps.worker, queues, client: temporal.client })
  const record = input.audit ? await startRecord(input, input.audit) : null
  const finished = runToEnd(workers, async () => {
    await Promise.all([relay.stop(), watch.stop()])
    await record?.stop()
    await engine.close()
    await temporal.connection.close()
    await connection.close()
  })
  return {
    relay,
    watchdog: watch.watchdog,
    finished,
    stop: async () => {
      shutDown(workers)
      await finished
    },
  }
}

/** On connections of their own: that the worker is there must be said when all others are busy, too. */
function startWatch({ databaseUrl, graphs, log }: StartWorkerInput, worker: { id: string; queues: string[]; client: Client }) {
  const database = connectDatabase(databaseUrl, { max: 4, onError: (err) => log.warn({ err }, 'an idle connection to Postgres was lost') })
  const watchdog = createWatchdog({ database, client: worker.client, log })
  const known = graphs.map(({ name, version }) => `${name}@${version}`)
  const calls = createWorkerCalls({ database, log, id: worker.id, queues: worker.queues, graphs: known })
  calls.start()
  watchdog.start()
  const stop = async () => {
    await Promise.all([calls.stop(), watchdog.stop()])
    await database.close()
  }
  return { watchdog, stop }
}

const queuesOf = ({ policies }: GraphDefinition): Record<string, string> =>
  Object.fromEntries([...policies].flatMap(([node, { queue }]) => (queue === undefined ? [] : [[node, queue]])))

const startRecord = ({ databaseUrl, anchorSeconds, notifications = null, blobs, log }: StartWorkerInput, places: AuditPlaces) =>
  keepRecord({ databaseUrl, places, anchorSeconds, notifications, blobs: blobs === undefined ? undefined : createBlobStore(blobs), log })

/** The default queue and every queue that a node names; or those of them that were asked for. */
function chooseQueues(graphs: GraphDefinition[], wanted: string[] | undefined): string[] {
  const named = graphs.flatMap(({ policies }) => [...policies.values()].flatMap(({ queue }) => queue ?? []))
  const known = [...new Set([DEFAULT_QUEUE, ...named])]
  const unknown = wanted?.find((queue) => !known.includes(queue))
  if (unknown === undefined) return wanted ?? known
  throw new CountersignError('invalid_input', `No node runs on the queue “${unknown}”. The registered graphs use: ${known.join(', ')}.`)
}

function shutDown(workers: Worker[]): void {
  for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown()
}

/** Runs all workers; when one ends, for whatever reason, the others do too. */
async function runToEnd(workers: Worker[], close: () => Promise<void>): Promise<void> {
  const running = workers.map((worker) => worker.run().finally(() => shutDown(workers)))
  try {
    await Promise.all(running)
  } finally {
    await Promise.allSettled(running)
    await close()
  }
}
