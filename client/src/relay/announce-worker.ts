import { type Database, recordWorker, removeWorker, type WorkerCall } from '@countersign/db'
import { createRounds, type Rounds } from './create-rounds.ts'
import type { RelayLog } from './relay-log.ts'

const EVERY = 4_000

/**
 * Lets a worker process say every few seconds that it is there, which queues it serves and which graphs it knows; a process that is
 * dead, frozen or cut off does not. `stop` takes it off the list.
 */
export function createWorkerCalls({
  database,
  log,
  ...worker
}: WorkerCall & { database: Database; log: RelayLog }): Pick<Rounds, 'start' | 'stop'> {
  const rounds = createRounds({
    round: async () => {
      await recordWorker(database.db, worker)
      return EVERY
    },
    failed: { message: 'The worker could not say that it is there; trying again', pause: EVERY },
    log,
  })
  return {
    start: rounds.start,
    stop: async () => {
      await rounds.stop()
      await removeWorker(database.db, worker).catch(() => undefined)
    },
  }
}
