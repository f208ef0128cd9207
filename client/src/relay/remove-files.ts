import {
  type BlobStore,
  CHANGES_CHANNEL,
  claimRemovals,
  type Database,
  nextRemovalIn,
  type OwedRemoval,
  recordRemovalError,
  settleRemoval,
} from '@countersign/db'
import { createRounds, type Rounds } from './create-rounds.ts'
import { type RelayLog, sayCauses } from './relay-log.ts'

const AT_ONCE = 50
const LONGEST_PAUSE = 60_000
const SHORTEST_PAUSE = 100

/**
 * Takes the files of deleted documents out of the blob store, those that nobody else has. What cannot be removed now is tried again,
 * within the hour at the latest. Any number may run; `database` sees all tenants.
 */
export function createFileRemoval({ database, blobs, log }: { database: Database; blobs: BlobStore; log: RelayLog }): Rounds {
  const remove = async (owed: OwedRemoval): Promise<void> => {
    try {
      await settleRemoval(database.db, owed, () => blobs.delete(owed.hash))
    } catch (error) {
      const why = sayCauses(error)
      log.warn({ tenant: owed.tenant, hash: owed.hash, why }, 'A file of a deleted document could not be removed; trying again')
      await recordRemovalError(database.db, { ...owed, error: why })
    }
  }
  const rounds = createRounds({
    round: async () => {
      for (;;) {
        const due = await claimRemovals(database.db, { limit: AT_ONCE })
        for (const owed of due) await remove(owed)
        if (due.length < AT_ONCE || rounds.isStopping()) break
      }
      return Math.min(LONGEST_PAUSE, Math.max(SHORTEST_PAUSE, (await nextRemovalIn(database.db)) ?? LONGEST_PAUSE))
    },
    wakeOn: { url: database.url, channel: CHANGES_CHANNEL, isMeant: (payload) => payload.includes('"kind":"document"') },
    rest: SHORTEST_PAUSE,
    failed: { message: 'Files of deleted documents could not be looked for; trying again', pause: LONGEST_PAUSE },
    log,
  })
  return rounds
}
