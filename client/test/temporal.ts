import { randomBytes } from 'node:crypto'
import { DEFAULT_QUEUE } from '@countersign/workflows/contract'
import { Client, Connection } from '@temporalio/client'
import { msToTs } from '@temporalio/common/lib/time.js'
import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker'
import { inject } from 'vitest'
import '../../infra/test/quiet-temporal.ts'

export interface TestNamespace {
  address: string
  namespace: string
  client: Client
  /** Runs a worker on the usual queue of this namespace until the returned function is called. */
  work(options: Omit<WorkerOptions, 'taskQueue' | 'connection' | 'namespace'>): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** A Temporal namespace of one's own: the usual queue and workflow names, and nobody else's workers. */
export async function createTestNamespace(): Promise<TestNamespace> {
  const address = inject('temporalAddress')
  const namespace = `test-${randomBytes(6).toString('hex')}`
  const connection = await Connection.connect({ address })
  await connection.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: msToTs('1 day') })
  const client = new Client({ connection, namespace })
  const native = await NativeConnection.connect({ address })
  const stops: (() => Promise<void>)[] = []
  return {
    address,
    namespace,
    client,
    async work(options) {
      const worker = await Worker.create({ ...options, connection: native, namespace, taskQueue: DEFAULT_QUEUE })
      const done = worker.run()
      const stop = async () => {
        if (worker.getState() === 'RUNNING') worker.shutdown()
        await done
      }
      stops.push(stop)
      return stop
    },
    async close() {
      for (const stop of stops) await stop()
      await native.close()
      await connection.close()
    },
  }
}
