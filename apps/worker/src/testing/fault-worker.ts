import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { connectDatabase } from '@countersign/db'
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker'
import { pino } from 'pino'
import { z } from 'zod'
import { connectEngine } from '../connect-engine.ts'
import { createEngineWorker } from '../engine-worker.ts'
import { faultGraph } from './fault-graph.ts'

/** A worker process whose clock may be wrong and that may eat all its memory. It loads, says `loaded`, and waits for one line: where to work. */
const orderSchema = z.object({
  databaseUrl: z.string(),
  address: z.string(),
  taskQueue: z.string(),
  codePath: z.string(),
  /** Allocates in the middle of its node until it dies. */
  eats: z.boolean(),
})

async function eat(): Promise<void> {
  const eaten: number[][] = []
  for (;;) {
    eaten.push(Array.from({ length: 200_000 }, (_, at) => at + 0.5))
    await pause(1)
  }
}

async function work({ databaseUrl, address, taskQueue, codePath, eats }: z.infer<typeof orderSchema>): Promise<void> {
  const { pool } = connectDatabase(databaseUrl, { max: 2 })
  const graph = faultGraph('memory', {
    effect: async (node, key) => void (await pool.query('insert into effects values ($1, $2) on conflict do nothing', [key, node])),
    middle: () => (eats ? eat() : Promise.resolve()),
  })
  const engine = connectEngine({ databaseUrl, graphs: [graph], log: pino({ level: 'silent' }) })
  const connection = await NativeConnection.connect({ address })
  const bundle = { codePath }
  const worker = await createEngineWorker({ connection, namespace: 'default', bundle, deps: engine.deps, taskQueue })
  await worker.run()
}

Runtime.install({ logger: new DefaultLogger('ERROR') })
const lines = createInterface({ input: process.stdin })
process.stdout.write('loaded\n')
const [line] = await once(lines, 'line')
await work(orderSchema.parse(JSON.parse(String(line))))
