import {
  appendAudit,
  countStalls,
  type Database,
  listWorkers,
  oweStartAgain,
  readStillRuns,
  recordStalls,
  type Stall,
  type StallReason,
  type StillRun,
  type WorkerRow,
  whileWatching,
} from '@countersign/db'
import type { Client } from '@temporalio/client'
import { restartRun } from '../temporal/deliver.ts'
import { describeRun, isQueueServed } from './ask-temporal.ts'
import { createRounds } from './create-rounds.ts'
import { type Explainer, explainStillRun, HELD_WORKFLOW } from './explain-still-run.ts'
import type { RelayLog } from './relay-log.ts'

export interface WatchdogOptions {
  database: Database
  client: Client
  log: RelayLog
  /** Milliseconds between two rounds; 3,000 by default. */
  intervalMs?: number
  /** A run that has moved within so many seconds is not looked at; 6 by default. */
  stillSeconds?: number
  /**
   * A workflow's own task is answered every few seconds, however long its nodes take; whoever has not answered for so many seconds is
   * gone. 20 by default.
   */
  heldSeconds?: number
}

export interface WatchdogMetrics {
  /** Runs that nothing moves, of all tenants, by reason. */
  stalls: Partial<Record<StallReason, number>>
  /** Worker processes that were heard of lately. */
  workers: number
  /** Runs that Temporal had lost or left alone and that were started again, since the start of this watchdog. */
  recovered: number
}

export interface Watchdog {
  start(): void
  /** Ends after the round under way. Safe to repeat. */
  stop(): Promise<void>
  metrics(): Promise<WatchdogMetrics>
  /** One round: what {@link start} does again and again. */
  lookOnce(): Promise<void>
}

/** Runs that one round looks at in Postgres, and of those the ones that it asks Temporal about. */
const RUNS = 2_000
const ASKED = 100
const AT_ONCE = 10

/**
 * Finds the runs that nothing moves, of all tenants, and keeps the table `stalls`: named within 30 s of the cause, cleared within a round
 * of moving again. A run that Temporal has lost is owed its start anew, and goes on where it stood; one whose workers were
 * lost again and again is begun anew instead of waiting for minutes. Any number may run: one of the
 * installation works at a time. A round looks only at runs that have not moved for some seconds, some thousand at most, the rest in the next.
 */
export function createWatchdog({
  database,
  client,
  log,
  intervalMs = 3_000,
  stillSeconds = 6,
  heldSeconds = 20,
}: WatchdogOptions): Watchdog {
  let after: string | null = null
  let recovered = 0

  const look = async (): Promise<void> => {
    const [{ runs, next }, workers] = await Promise.all([
      readStillRuns(database.db, { seconds: stillSeconds, after, limit: RUNS }),
      listWorkers(database.db),
    ])
    after = next
    const { found, moving } = await explainAll(runs, createExplainer(client, workers, heldSeconds * 1000))
    for (const stall of found) {
      if (stall.reason === 'workflow_lost') recovered += await recover(stall, runs)
      else if (HELD_WORKFLOW in stall.data) recovered += await restart(stall)
    }
    const named = await recordStalls(database, { found, moving })
    if (named > 0) log.warn({ named, stalled: found.length }, 'Runs stand still; see: countersign doctor')
  }

  const recover = async ({ tenant, run }: Stall, runs: readonly StillRun[]): Promise<number> => {
    const checkpoint = runs.find((one) => one.run === run)?.checkpoint ?? ''
    const owed = await oweStartAgain(database.db, { tenant, run, checkpoint })
    if (owed) log.warn({ tenant, run }, 'Temporal does not know a run any more; it is started again where it stood')
    return owed ? 1 : 0
  }

  const restart = async ({ tenant, run }: Stall): Promise<number> => {
    await restartRun(client, { tenant, run })
    await appendAudit(database.db, { tenant, actor: 'engine', event: 'run.recovered', run, data: {} })
    log.warn({ tenant, run }, 'The worker of a run was lost once more; it is started again where it stood')
    return 1
  }

  const lookOnce = async (): Promise<void> => void (await whileWatching(database, look))
  const rounds = createRounds({
    round: async () => {
      await lookOnce()
      return intervalMs
    },
    failed: { message: 'Runs that stand still could not be looked for; trying again', pause: intervalMs },
    log,
  })
  return {
    start: rounds.start,
    stop: rounds.stop,
    lookOnce,
    metrics: async () => {
      const [stalls, workers] = await Promise.all([countStalls(database.db), listWorkers(database.db)])
      return { stalls, workers: workers.filter(({ alive }) => alive).length, recovered }
    },
  }
}

async function explainAll(runs: readonly StillRun[], explainer: Explainer): Promise<{ found: Stall[]; moving: string[] }> {
  const found: Stall[] = []
  const moving: string[] = []
  const left = [...runs]
  const work = async () => {
    for (let run = left.shift(); run; run = left.shift()) {
      const why = await explainStillRun(run, explainer)
      if (why) found.push({ tenant: run.tenant, run: run.run, ...why })
      else if (run.known !== null) moving.push(run.run)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { found, moving }
}

/** Each queue is asked for once a round. Where Temporal does not answer, a queue counts as served: then that is what is wrong. */
function createExplainer(client: Client, workers: readonly WorkerRow[], held: number): Explainer {
  const served = new Map<string, Promise<boolean>>()
  let asked = 0
  return {
    held,
    isServed: (queue) => {
      const known = served.get(queue) ?? isQueueServed(client, queue, workers).catch(() => true)
      served.set(queue, known)
      return known
    },
    askTemporal: async (run) => {
      asked += 1
      return asked > ASKED ? null : await describeRun(client, run)
    },
  }
}
