import { createInterface } from 'node:readline'
import { type BatchDeps, createBatchActivities } from '@countersign/activities'
import { createClient } from '@countersign/client'
import { createRelay, openTemporal } from '@countersign/client/relay'
import { connectDatabase } from '@countersign/db'
import { DEFAULT_QUEUE } from '@countersign/workflows/contract'
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker'
import { z } from 'zod'
import { standInEngine } from './stand-in-engine.ts'

/**
 * A worker with its relay that decides batches and kills itself. It loads, says `loaded`, and waits for a line that says where to work;
 * each line behind it may say at which review to die, before the decision or before it is noted.
 */
const orderSchema = z.object({
  databaseUrl: z.string(),
  address: z.string(),
  namespace: z.string(),
  codePath: z.string(),
})
const dieSchema = z.object({ review: z.string(), point: z.string() })
let die: z.infer<typeof dieSchema> | null = null

async function work({ databaseUrl, address, namespace, codePath }: z.infer<typeof orderSchema>): Promise<void> {
  const passed = async (review: string | undefined, point: string) => {
    if (die?.review !== review || die?.point !== point) return
    process.kill(process.pid, 'SIGKILL')
    await new Promise(() => undefined)
  }
  const database = connectDatabase(databaseUrl)
  const client = createClient({
    databaseUrl,
    temporalAddress: address,
    temporalNamespace: namespace,
    tenant: 'acme',
    user: 'worker',
    blobs: '/nowhere',
    maxBytes: 1,
  })
  const decide: BatchDeps['decide'] = async (actor, input) => {
    await passed(input.review, 'before the decision')
    // A refusal is an answer too.
    const answer = await Promise.allSettled([client.as(actor).decide(input)])
    await passed(input.review, 'before the note')
    if (answer[0].status === 'rejected') throw answer[0].reason
  }
  const [connection, temporal] = await Promise.all([NativeConnection.connect({ address }), openTemporal({ address, namespace })])
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue: DEFAULT_QUEUE,
    workflowBundle: { codePath },
    activities: { ...createBatchActivities({ db: database.db, decide }), ...standInEngine(database) },
    stickyQueueScheduleToStartTimeout: '2 seconds',
  })
  createRelay({ database, client: temporal.client, log: { info: () => undefined, warn: () => undefined }, intervalMs: 500 }).start()
  await worker.run()
}

Runtime.install({ logger: new DefaultLogger('ERROR') })
const lines = createInterface({ input: process.stdin })
lines.once('line', (order) => {
  lines.on('line', (line) => {
    die = dieSchema.parse(JSON.parse(line))
  })
  void work(orderSchema.parse(JSON.parse(order)))
})
process.stdout.write('loaded\n')
