import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type AuditEntry, appendAudit, insertDeliveries, schema } from '@countersign/db'
import type { Role } from '@countersign/workflows/contract'
import { chooseNotices } from '../src/notifications/choose-notices.ts'
import { type NotificationSettings, readNotifications } from '../src/notifications/settings.ts'
import { createNotifier, type NotifierOptions } from '../src/relay/send-notifications.ts'
import type { CountersignClient, DeliveryView } from '../src/types.ts'
import { type AuditScene, setAuditScene } from './audit-scene.ts'

export const SECRETS = { HOOK_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', MAIL_PASSWORD: 'pass' }

export interface NotificationScene extends AuditScene {
  settings(channels: Record<string, unknown>, options?: { attempts?: number; env?: Record<string, string> }): Promise<NotificationSettings>
  /** Writes an entry and seals it, with the deliveries it makes on these channels. */
  happens(settings: NotificationSettings, entry: AuditEntry): Promise<void>
  /** Sends until it is stopped, with hardly a pause between attempts. */
  notifier(settings: NotificationSettings, options?: Partial<NotifierOptions>): ReturnType<typeof createNotifier>
  account(tenant: string, id: string, roles: Role[], values?: { email?: string | null; disabledAt?: Date }): Promise<void>
  operator(tenant: string): CountersignClient
  /** The tenant's deliveries, oldest first. */
  deliveries(tenant: string): Promise<DeliveryView[]>
}

export async function setNotificationScene(): Promise<NotificationScene> {
  const scene = await setAuditScene()
  const { database } = scene
  let files = 0
  const operator = (tenant: string) => scene.client({ tenant, user: 'otto', roles: ['operator'] })
  return {
    ...scene,
    operator,
    async settings(channels, { attempts = 8, env = {} } = {}) {
      files += 1
      const file = path.join(scene.folder, `notifications-${files}.json`)
      await writeFile(file, JSON.stringify({ channels, attempts }))
      return readNotifications({ file, consoleUrl: 'https://desk.example.test/', env: { ...SECRETS, ...env } })
    },
    async happens(settings, entry) {
      await appendAudit(database.db, entry)
      const onSealed = async (...[tx, entries]: Parameters<NonNullable<Parameters<typeof scene.sealer>[0]>['onSealed'] & {}>) => {
        await insertDeliveries(tx, chooseNotices(settings.channels, entries))
      }
      await scene.sealer({ onSealed }).sealAll()
    },
    notifier: (settings, options = {}) =>
      createNotifier({
        database,
        settings,
        log: { info: () => undefined, warn: () => undefined },
        pauseAfter: () => 0.02,
        timeout: 1_000,
        intervalMs: 50,
        ...options,
      }),
    async account(tenant, id, roles, values = {}) {
      await database.db.insert(schema.users).values({ tenant, id, name: id, email: `${id}@example.test`, roles, ...values })
    },
    deliveries: async (tenant) => (await operator(tenant).listDeliveries({ limit: 200 })).items.toReversed(),
  }
}
