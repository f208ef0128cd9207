import { drawGraph, type GraphDefinition } from '@countersign/activities/engine'
import { createRelay, openTemporal, type Relay } from '@countersign/client/relay'
import { registerGraph } from '@countersign/db'
import { NativeConnection, type Worker } from '@temporalio/worker'
import type { Logger } from 'pino'
import { connectEngine } from './connect-engine.ts'
import { createEngineWorker } from './engine-worker.ts'
import { loadWorkflowBundle } from './workflow-bundle.ts'

export interface StartWorkerInput {
  databaseUrl: string
  temporalAddress: string
  temporalNamespace: string
  graphs: GraphDefinition[]
  /** Activities beside the engine's. */
  activities?: object
  concurrency?: number
  log: Logger
}

export interface RunningWorker {
  relay: Relay
  /** Ends when the worker has stopped, throws if it failed. */
  finished: Promise<void>
  /** Takes nothing new, lets what runs come to an end, closes all connections. */
  stop(): Promise<void>
}

/** Starts all that moves runs in one process: the Temporal worker and the relay. The graphs become known to callers first. */
export async function startWorker(input: StartWorkerInput): Promise<RunningWorker> {
  const { databaseUrl, temporalAddress: address, temporalNamespace: namespace, graphs, activities, concurrency, log } = input
  const engine = connectEngine({ databaseUrl, graphs, log })
  const [connection, temporal, bundle] = await Promise.all([
    NativeConnection.connect({ address }),
    openTemporal({ address, namespace }),
    loadWorkflowBundle(),
  ])
  for (const graph of engine.deps.graphs.list()) {
    const { name, version } = graph.definition
    await registerGraph(engine.database.pool, { name, version, drawing: await drawGraph(graph) })
  }
  const worker = await createEngineWorker({ connection, namespace, bundle, deps: engine.deps, activities, concurrency })
  const relay = createRelay({ database: engine.database, client: temporal.client, log })
  relay.start()
  const finished = runToEnd(worker, async () => {
    await relay.stop()
    await engine.close()
    await temporal.connection.close()
    await connection.close()
  })
  return {
    relay,
    finished,
    stop: async () => {
      if (worker.getState() === 'RUNNING') worker.shutdown()
      await finished
    },
  }
}

async function runToEnd(worker: Worker, close: () => Promise<void>): Promise<void> {
  try {
    await worker.run()
  } finally {
    await close()
  }
}
