import { BY_ENGINE, type Database, listTenantsToSweep } from '@countersign/db'
import { sweepTenant } from '../retention/sweep-tenant.ts'
import { createRounds, type Rounds } from './create-rounds.ts'
import { type RelayLog, sayCauses } from './relay-log.ts'

const HOURS = 24
const LOOK_EVERY = 3_600_000

/**
 * Applies the retention policies of every tenant that has some, once a day, by the rules of `applyRetention`. Which are due is asked every
 * hour and read from Postgres, so that restarts and several workers change nothing. Any number may run; `database` sees all tenants.
 */
export function createDailyRetention({ database, log }: { database: Database; log: RelayLog }): Rounds {
  const sweep = async (tenant: string): Promise<void> => {
    try {
      const removed = await sweepTenant(database.db, { tenant, by: BY_ENGINE, isStopping: rounds.isStopping })
      if (removed.bytes > 0) log.info({ tenant, ...removed }, 'Old checkpoints were deleted')
    } catch (error) {
      log.warn({ tenant, why: sayCauses(error) }, 'Retention policies could not be applied; trying again')
    }
  }
  const rounds = createRounds({
    round: async () => {
      for (const tenant of await listTenantsToSweep(database.db, { hours: HOURS })) {
        if (rounds.isStopping()) break
        await sweep(tenant)
      }
      return LOOK_EVERY
    },
    failed: { message: 'Retention policies could not be read; trying again', pause: LOOK_EVERY },
    log,
  })
  return rounds
}
