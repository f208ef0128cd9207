import { connectDatabase, insertDeliveries } from '@countersign/db'
import type { AuditPlaces } from '../audit/audit-key.ts'
import { chooseNotices } from '../notifications/choose-notices.ts'
import type { NotificationSettings } from '../notifications/settings.ts'
import { createBatchExpiry } from './expire-batches.ts'
import type { RelayLog } from './relay-log.ts'
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
  log: RelayLog
}

const CONNECTIONS = 4

/**
 * Keeps the record of the installation: seals the audit log, sends the notifications that its entries make, removes
 * batches that nobody started. Starts at once;
 * throws where the key is not usable. `stop` ends after what is under way. Any number may run, in as many processes.
 */
export async function keepRecord(options: RecordOptions): Promise<{ stop(): Promise<void> }> {
  const { databaseUrl, places, anchorSeconds, notifications, log } = options
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
  const expiry = createBatchExpiry({ database, log })
  const stop = async () => {
    await Promise.all([sealer.stop(), notifier?.stop(), expiry.stop()])
    await database.close()
  }
  try {
    await sealer.start()
    notifier?.start()
    expiry.start()
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}
