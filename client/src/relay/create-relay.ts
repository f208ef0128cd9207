import {
  claimOwed,
  countOwed,
  type Database,
  dropOwedToEndedRuns,
  nextOwedIn,
  OUTBOX_CHANNEL,
  type Owed,
  recordOwedError,
} from '@countersign/db'
import type { Client } from '@temporalio/client'
import { deliver, type Message } from '../temporal/deliver.ts'
import { createRounds } from './create-rounds.ts'
import { type RelayLog, sayCauses } from './relay-log.ts'

export interface RelayOptions {
  database: Database
  client: Client
  log: RelayLog
  /** Longest time in milliseconds between two looks at the outbox; 5,000 by default. New messages wake it anyway. */
  intervalMs?: number
}

export interface RelayMetrics {
  /** Messages that no run has acknowledged, of all tenants. */
  owed: number
  /** Decisions that their run has not taken in for 30 s: should be 0. */
  decidedNotResumed: number
  /** Deliveries that Temporal took, since the start of this relay. Not acknowledgements: those come from the runs. */
  delivered: number
  failed: number
}

export interface Relay {
  start(): void
  /** Ends after the deliveries under way. Safe to repeat. */
  stop(): Promise<void>
  metrics(): Promise<RelayMetrics>
}

const BATCH = 50
const DEADLINE = 5_000
const LATE_SECONDS = 30
/** What is due but being taken by another relay is not asked for in a busy loop. */
const SHORTEST_PAUSE = 20

/**
 * Delivers what the outbox owes to Temporal, again and again (after 1 s, 2 s, 4 s … 30 s) until the run has acknowledged it by
 * marking it done; the relay itself marks nothing done except what is owed to runs that have ended.
 * Clocks of reviews and batches mark their own. Any number of relays may run.
 */
export function createRelay({ database, client, log, intervalMs = 5_000 }: RelayOptions): Relay {
  const counts = { delivered: 0, failed: 0 }

  const deliverOne = async (owed: Owed): Promise<void> => {
    try {
      await client.withDeadline(Date.now() + DEADLINE, () => deliver(client, messageOf(owed)))
      counts.delivered += 1
    } catch (error) {
      counts.failed += 1
      const { id, tenant, topic, run, attempts } = owed
      const why = sayCauses(error)
      log.warn({ tenant, run, topic, attempts, why }, 'Temporal did not take a message; it is sent again')
      await recordOwedError(database.db, { tenant, id, error: why })
    }
  }

  const round = async (): Promise<number> => {
    await dropOwedToEndedRuns(database.db)
    for (;;) {
      const due = await claimOwed(database.db, { limit: BATCH })
      await Promise.all(due.map(deliverOne))
      if (due.length < BATCH || rounds.isStopping()) break
    }
    return Math.min(intervalMs, Math.max(SHORTEST_PAUSE, (await nextOwedIn(database.db)) ?? intervalMs))
  }

  const rounds = createRounds({
    round,
    wakeOn: { url: database.url, channel: OUTBOX_CHANNEL },
    failed: { message: 'The outbox could not be read; trying again', pause: intervalMs },
    log,
  })
  return {
    start: rounds.start,
    stop: rounds.stop,
    metrics: async () => ({ ...(await countOwed(database.db, { seconds: LATE_SECONDS })), ...counts }),
  }
}

function messageOf({ tenant, run, topic, review }: Owed): Message {
  if (topic === 'batch') return { tenant, batch: run, topic }
  if (topic === 'start' || topic === 'cancel') return { tenant, run, topic }
  if (review === null) throw new Error(`The message ${topic} to run ${run} names no review.`)
  return { tenant, run, topic, review }
}
