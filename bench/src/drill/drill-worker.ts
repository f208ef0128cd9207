import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { BatchActivities } from '@countersign/activities'
import { startWorker } from '@countersign/worker'
import { DefaultLogger, Runtime } from '@temporalio/worker'
import { pino } from 'pino'
import { drillGraph } from './drill-graph.ts'

// A worker process of the drill: the product's own, with the drill's graphs. It loads, says so, and begins when it is told to.
const [, , databaseUrl = '', temporalAddress = '', effects = '', blobs = ''] = process.argv
Runtime.install({ logger: new DefaultLogger('ERROR') })
const lines = createInterface({ input: process.stdin })
lines.once('close', () => process.exit())
process.stdout.write('loaded\n')
await once(lines, 'line')

/** Loaded when the first batch comes: hundreds of processes of the drill never see one. */
const decideSome: BatchActivities['batch.decideSome'] = async (ref) => {
  const [{ createBatchActivities }, { createClient }, { connectDatabase }] = await Promise.all([
    import('@countersign/activities'),
    import('@countersign/client'),
    import('@countersign/db'),
  ])
  const where = { databaseUrl, temporalAddress, temporalNamespace: 'default', blobs, maxBytes: 1 }
  const client = createClient({ ...where, tenant: 'drill', user: 'worker' })
  const database = connectDatabase(databaseUrl, { max: 1 })
  const batches = createBatchActivities({ db: database.db, decide: (actor, input) => client.as(actor).decide(input) })
  return await batches['batch.decideSome'](ref).finally(() => Promise.all([client.close(), database.close()]))
}

const places = { effects, blobs }
const worker = await startWorker({
  databaseUrl,
  temporalAddress,
  temporalNamespace: 'default',
  graphs: [drillGraph('drill', places), drillGraph('drill-disk', places, { storeRetries: 2 })],
  activities: { 'batch.decideSome': decideSome },
  log: pino({ level: 'silent' }),
})
process.stdout.write('ready\n')
await worker.finished
