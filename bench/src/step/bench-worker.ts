import { startWorker } from '@countersign/worker'
import { DefaultLogger, Runtime } from '@temporalio/worker'
import pg from 'pg'
import { pino } from 'pino'
import { pauseGraph, tickGraph } from './bench-graphs.ts'

// The worker process of bench:step: the product's own worker with two small graphs.
const [, , databaseUrl = '', temporalAddress = ''] = process.argv
const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
const log = pino({ level: 'error' })
Runtime.install({ logger: new DefaultLogger('ERROR') })
const worker = await startWorker({
  databaseUrl,
  temporalAddress,
  temporalNamespace: 'default',
  graphs: [pauseGraph(pool), tickGraph(pool)],
  log,
})
process.once('SIGTERM', () => void worker.stop())
process.stdout.write('worker ready\n')
await worker.finished
await pool.end()
