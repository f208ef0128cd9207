import { type Db, listWorkers, type QueueUse, readQueueUse, type WorkerRow } from '@countersign/db'
import { DEFAULT_QUEUE } from '@countersign/workflows/contract'
import type { Client } from '@temporalio/client'
import { isQueueServed } from '../../relay/ask-temporal.ts'
import type { Check } from '../diagnose.ts'
import { count, fail, ok, warn } from './check.ts'

/** Whether Temporal answers, and what it is. Null beside a failure: nothing more can be asked of it. */
export async function checkTemporal(client: Client, address: string): Promise<{ checks: Check[]; client: Client | null }> {
  try {
    const { serverVersion } = await client.withDeadline(Date.now() + 3_000, () => client.workflowService.getSystemInfo({}))
    await client.withDeadline(Date.now() + 3_000, () => client.workflowService.describeNamespace({ namespace: client.options.namespace }))
    return { checks: [ok('temporal', `Temporal ${serverVersion} answers at ${address}, namespace ${client.options.namespace}`)], client }
  } catch (error) {
    const isMissing = error instanceof Error && /not ?found/i.test(error.message)
    const failed = isMissing
      ? fail('temporal', `Temporal at ${address} has no namespace ${client.options.namespace}`, 'Create it, or check TEMPORAL_NAMESPACE.')
      : fail(
          'temporal',
          `Temporal at ${address} does not answer`,
          'Start it (countersign stack start), or check TEMPORAL_ADDRESS. Decisions are kept and delivered later.',
        )
    return { checks: [failed], client: null }
  }
}

/** Whether each task queue that registered graphs use has a worker, and whether live workers know the graphs of all runs under way. */
export async function checkWorkers(db: Db, client: Client | null): Promise<Check[]> {
  const [uses, workers] = await Promise.all([readQueueUse(db, { defaultQueue: DEFAULT_QUEUE }), listWorkers(db)])
  if (uses.length === 0) return [warn('workers', 'no graph is registered', 'Start a worker: it registers the graphs that it knows.')]
  const queues = await Promise.all(uses.map((use) => checkQueue(use, workers, client)))
  return [...queues, ...checkSilent(workers), ...checkVersions(uses, workers)]
}

async function checkQueue({ queue, graphs, runs }: QueueUse, workers: WorkerRow[], client: Client | null): Promise<Check> {
  const own = workers.filter(({ alive, queues }) => alive && queues.includes(queue))
  if (own.length > 0) return ok('workers', `queue ${queue}: ${count(own.length, 'worker')}`)
  if (client && (await isQueueServed(client, queue, workers).catch(() => false)))
    return ok('workers', `queue ${queue}: Temporal knows a worker`)
  const detail = `queue ${queue}: no worker; ${graphs.join(', ')} need it, ${count(runs, 'run')} under way`
  return fail('workers', detail, `Start a worker that serves it (COUNTERSIGN_QUEUES left out, or with ${queue} in it).`)
}

function checkSilent(workers: WorkerRow[]): Check[] {
  const silent = workers.filter(({ alive, seenAt }) => !alive && Date.now() - seenAt.getTime() < 3_600_000)
  return silent.map(({ id, seenAt }) =>
    warn(
      'workers',
      `worker ${id} has been silent since ${seenAt.toISOString()}`,
      'It was killed, or is frozen or cut off. If another serves its queues, nothing is lost.',
    ),
  )
}

/** A version without a worker is only missed where runs are on it. */
function checkVersions(uses: QueueUse[], workers: WorkerRow[]): Check[] {
  const known = new Set(workers.filter(({ alive }) => alive).flatMap(({ graphs }) => graphs))
  if (known.size === 0) return []
  const missing = uses.find(({ queue }) => queue === DEFAULT_QUEUE)?.graphs.filter((graph) => !known.has(graph)) ?? []
  if (missing.length === 0) return []
  const detail = `no live worker knows ${missing.join(', ')}`
  return [
    warn(
      'workers',
      detail,
      'Its runs park until a worker has that version, or a version with `migrate` from it. See: countersign graph versions',
    ),
  ]
}
