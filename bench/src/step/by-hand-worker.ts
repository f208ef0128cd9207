import { fileURLToPath } from 'node:url'
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker'
import pg from 'pg'
import { byHandActivities } from './by-hand/activities.ts'

// The worker process of the peer: Temporal's own worker, as its documentation sets it up.
const [, , databaseUrl = '', address = ''] = process.argv
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
const logger = new DefaultLogger('ERROR')
Runtime.install({ logger })
// From bench/dist, where this is built to.
const workflowsPath = fileURLToPath(new URL('../src/step/by-hand/workflow.ts', import.meta.url))
const worker = await Worker.create({
  connection: await NativeConnection.connect({ address }),
  taskQueue: 'by-hand',
  workflowBundle: await bundleWorkflowCode({ workflowsPath, logger }),
  activities: byHandActivities(pool),
})
process.once('SIGTERM', () => worker.shutdown())
process.stdout.write('worker ready\n')
await worker.run()
await pool.end()
