import { type Database, expirePreviews } from '@countersign/db'
import { createRounds, type Rounds } from './create-rounds.ts'
import type { RelayLog } from './relay-log.ts'

const DAYS = 7
const AT_ONCE = 200
const HOUR = 3_600_000

/** Removes, every hour, the batches that nobody started within seven days. Any number may run. */
export function createBatchExpiry({ database, log }: { database: Database; log: RelayLog }): Rounds {
  return createRounds({
    round: async () => ((await expirePreviews(database.db, { days: DAYS, limit: AT_ONCE })) === AT_ONCE ? 0 : HOUR),
    failed: { message: 'Old batches could not be removed; trying again', pause: HOUR },
    log,
  })
}
