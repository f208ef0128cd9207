import { hostname } from 'node:os'
import { type Db, listWorkers, readServer } from '@countersign/db'
import type { Client } from '@temporalio/client'
import type { Check } from '../diagnose.ts'
import { attempt, ok, warn } from './check.ts'

/** Deadlines, leases and tickets bear this much, in milliseconds. */
const MOST = 5_000
const PROBE_SECONDS = 10

/** The clocks of Postgres, Temporal and the workers beside this machine's. */
export async function checkClocks(db: Db, client: Client | null): Promise<Check[]> {
  const advice = 'Check that time is synchronised (NTP) on every machine.'
  return await attempt('clocks', advice, async () => {
    const postgres = await compare(async () => (await readServer(db)).now)
    const temporal = client && (await compare(() => readTemporalClock(client)))
    const workers = (await listWorkers(db)).filter(({ alive }) => alive)
    const off = [
      { of: "Postgres's clock", ms: postgres },
      ...(temporal === null ? [] : [{ of: "Temporal's clock", ms: temporal }]),
      ...workers.map(({ id, clockMs }) => ({ of: `the clock of worker ${id}`, ms: postgres + clockMs })),
    ]
    const wrong = off.filter(({ ms }) => Math.abs(ms) > MOST)
    if (wrong.length === 0)
      return [ok('clocks', `${off.length} clocks are within ${seconds(Math.max(...off.map(({ ms }) => Math.abs(ms))))} of this one`)]
    return wrong.map(({ of, ms }) => warn('clocks', `${of} is ${seconds(Math.abs(ms))} ${ms > 0 ? 'ahead of' : 'behind'} this one`, advice))
  })
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 0)} s`

/** How far another clock is ahead, taking it to be read halfway through the question. */
async function compare(read: () => Promise<number>): Promise<number> {
  const before = Date.now()
  const there = await read()
  return there - (before + Date.now()) / 2
}

/** Temporal tells its time only of what it does: it notes when it began a workflow that nobody runs and that is ended at once. */
async function readTemporalClock(client: Client): Promise<number> {
  const handle = await client.workflow.start('doctor', {
    workflowId: `doctor/${hostname()}/${process.pid}`,
    taskQueue: 'countersign-doctor',
    workflowExecutionTimeout: PROBE_SECONDS * 1000,
    args: [],
  })
  const { startTime } = await handle.describe()
  await handle.terminate('It has told the time.').catch(() => undefined)
  return startTime.getTime()
}
