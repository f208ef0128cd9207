import { setMaxListeners } from 'node:events'
import { limitMemory } from '@countersign/activities'
import { DefaultLogger, Runtime } from '@temporalio/worker'
import { pino } from 'pino'
import { createGraphs } from './create-graphs.ts'
import { serveMetrics } from './serve-metrics.ts'
import { startWorker } from './start-worker.ts'
import { readWorkerEnvironment } from './worker-environment.ts'

// LangGraph listens once per parallel task on one abort signal, and stops listening when the task ends: a wide step is no leak.
setMaxListeners(1_000)

const environment = readWorkerEnvironment(process.env)
const log = pino({ level: environment.logLevel })
Runtime.install({
  logger: new DefaultLogger('WARN', ({ level, message, meta }) => log[level === 'ERROR' ? 'error' : 'warn'](meta ?? {}, message)),
})

limitMemory(environment.memory)
const { graphs, activities, close } = createGraphs(environment, process.env)
const worker = await startWorker({ ...environment, graphs, activities, log })
const metrics = environment.metricsPort === null ? null : await serveMetrics({ port: environment.metricsPort, ...worker })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void worker.stop())
log.info({ graphs: graphs.map(({ name, version }) => `${name}@${version}`) }, 'worker ready')

await worker.finished
metrics?.close()
await close()
