import { type BlobStore, connectDatabase, insertDeliveries } from '@countersign/db'
import type { AuditPlaces } from '../audit/audit-key.ts'
import { chooseNotices } from '../notifications/choose-notices.ts'
import type { NotificationSettings } from '../notifications/settings.ts'
import { createDailyRetention } from './apply-retention-daily.ts'
import { createBatchExpiry } from './expire-batches.ts'
import type { RelayLog } from './relay-log.ts'
import { createFileRemoval } from './remove-files.ts'
import { createSealer } from './seal-audit.ts'
import { createNotifier } from './send-notifications.ts'

export interface RecordOptions {
  databaseUrl: string
  /** Where the key of the audit log is, and its anchors go. */
  places: AuditPlaces
  /** Seconds between two anchors of a tenant. */
  anchorSeconds?: number
  /** Who is told what; null: nobody. */
  notifications: NotificationSettings | null
  /** Where files lie: those of deleted documents are removed from it. Left out: another process does. */
  blobs?: BlobStore
  log: RelayLog
}

const CONNECTIONS = 4

/**
 * Keeps the record of the installation: seals the audit log, sends the notifications that its entries make, removes
 * batches that nobody started, checkpoints that are not kept any longer, and files of deleted documents. Starts at once;
 * throws where the key is not usable. `stop` ends after what is under way. Any number may run, in as many processes.
 */
export async function keepRecord(options: RecordOptions): Promise<{ stop(): Promise<void> }> {
  const { databaseUrl, places, anchorSeconds, notifications, blobs, log } = options
  const database = connectDatabase(databaseUrl, { max: CONNECTIONS })
  const sealer = createSealer({
    database,
    places,
    log,
    anchorEveryMs: anchorSeconds === undefined ? undefined : anchorSeconds * 1000,
    onSealed: async (tx, entries) => {
      if (notifications) await insertDeliveries(tx, chooseNotices(notifications.channels, entries))
    },
  })
  const notifier = notifications === null ? null : createNotifier({ database, settings: notifications, log })
  const tidying = [createBatchExpiry({ database, log }), createDailyRetention({ database, log })]
  if (blobs) tidying.push(createFileRemoval({ database, blobs, log }))
  const stop = async () => {
    await Promise.all([sealer.stop(), notifier?.stop(), ...tidying.map((rounds) => rounds.stop())])
    await database.close()
  }
  try {
    await sealer.start()
    notifier?.start()
    for (const rounds of tidying) rounds.start()
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}
