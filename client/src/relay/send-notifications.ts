import {
  announceChanges,
  CHANGES_CHANNEL,
  type ClaimedDelivery,
  claimDeliveries,
  type Database,
  nextDeliveryIn,
  settleFailed,
  settleSent,
} from '@countersign/db'
import { describeDelivery } from '../notifications/describe-delivery.ts'
import { DeliveryFailure } from '../notifications/failure.ts'
import { createMailer, type Mailer } from '../notifications/send-email.ts'
import { sendSlack } from '../notifications/send-slack.ts'
import { sendWebhook } from '../notifications/send-webhook.ts'
import type { Channel, NotificationSettings } from '../notifications/settings.ts'
import { createRounds } from './create-rounds.ts'
import { type RelayLog, sayCauses } from './relay-log.ts'

export interface NotifierOptions {
  database: Database
  settings: NotificationSettings
  log: RelayLog
  /** Seconds to wait after so many failed attempts. */
  pauseAfter?: (attempts: number) => number
  /** For one HTTP request, in milliseconds; 10,000 by default. */
  timeout?: number
  /** How long a sender that died keeps what it was sending from the others; longer than any attempt takes. 120 by default. */
  leaseSeconds?: number
  /** Longest time in milliseconds between two looks; 5,000 by default. */
  intervalMs?: number
}

export interface Notifier {
  start(): void
  /** Ends after the deliveries under way. Safe to repeat. */
  stop(): Promise<void>
}

const BATCH = 10
const SHORTEST_PAUSE = 50
const PAUSES = [10, 60, 300, 900, 3_600, 10_800, 21_600]

/** 10 s, then 1, 5 and 15 minutes, then 1, 3 and 6 hours. */
const pauseOf = (attempts: number): number => PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? 10

/**
 * Sends what notifications are owed, each until its receiver has taken it or it is dead. Any number of senders may run. A delivery is
 * settled after it was sent: a sender that dies in between sends it again under the same id.
 */
export function createNotifier(options: NotifierOptions): Notifier {
  const { database, settings, log, pauseAfter = pauseOf, timeout = 10_000, leaseSeconds = 120, intervalMs = 5_000 } = options
  const send = createSender(settings, timeout)

  const deliverOne = async (delivery: ClaimedDelivery): Promise<void> => {
    const { id, tenant, channel, recipient, attempts } = delivery
    const attempt = { tenant, id, attempts }
    try {
      await send.one(delivery)
    } catch (error) {
      const failure = error instanceof DeliveryFailure ? error : new DeliveryFailure(sayCauses(error))
      const dead = failure.final || attempts >= settings.attempts
      const againInSeconds = dead ? null : Math.max(pauseAfter(attempts), failure.afterSeconds ?? 0)
      log.warn(
        { tenant, channel, recipient, attempts, why: failure.message },
        dead ? 'A notification is dead' : 'A notification is sent again later',
      )
      return await settleFailed(database.db, attempt, { error: failure.message, againInSeconds })
    }
    await settleSent(database.db, attempt)
  }

  const round = async (): Promise<number> => {
    for (;;) {
      const due = await claimDeliveries(database.db, { limit: BATCH, leaseSeconds })
      await Promise.all(due.map(deliverOne))
      const tenants = [...new Set(due.map(({ tenant }) => tenant))]
      await announceChanges(
        database.db,
        tenants.map((tenant) => ({ tenant, kind: 'audit', id: tenant, run: null })),
      )
      if (due.length < BATCH || rounds.isStopping()) break
    }
    return Math.min(intervalMs, Math.max(SHORTEST_PAUSE, (await nextDeliveryIn(database.db)) ?? intervalMs))
  }

  const rounds = createRounds({
    round,
    wakeOn: { url: database.url, channel: CHANGES_CHANNEL, isMeant: (payload) => payload.includes('"kind":"audit"') },
    failed: { message: 'Notifications could not be read; trying again', pause: intervalMs },
    log,
  })
  return {
    start: rounds.start,
    async stop() {
      await rounds.stop()
      send.close()
    },
  }
}

/** Sends one delivery by its channel. Throws {@link DeliveryFailure}. */
function createSender(settings: NotificationSettings, timeout: number): { one(delivery: ClaimedDelivery): Promise<void>; close(): void } {
  const channels = new Map<string, Channel>(settings.channels.map((channel) => [channel.name, channel]))
  const mailers = new Map<string, Mailer>()
  return {
    async one(delivery) {
      const channel = channels.get(delivery.channel)
      if (channel === undefined)
        throw new DeliveryFailure(`There is no channel ${delivery.channel} in the settings any more.`, { final: true })
      const message = describeDelivery(delivery, { language: channel.language, consoleUrl: settings.consoleUrl })
      if (channel.kind === 'webhook') return await sendWebhook(channel, delivery, message, timeout)
      if (channel.kind === 'slack') return await sendSlack(channel, message, timeout)
      const address = channel.to === 'people' ? delivery.email : delivery.recipient
      if (address === null) throw new DeliveryFailure(`${delivery.recipient} has no address any more.`, { final: true })
      const mailer = mailers.get(channel.name) ?? createMailer(channel)
      mailers.set(channel.name, mailer)
      await mailer.send(address, message)
    },
    close() {
      for (const mailer of mailers.values()) mailer.close()
      mailers.clear()
    },
  }
}
