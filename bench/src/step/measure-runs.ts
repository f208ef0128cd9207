import { setTimeout as delay } from 'node:timers/promises'
import type { CountersignClient } from '@countersign/client'
import type pg from 'pg'
import { type Spread, spreadOf } from '../spread.ts'
import { until } from '../until.ts'
import { now } from './bench-graphs.ts'

/** Starts `count` runs, `inFlight` at a time, each until it waits for a person. Answers runs per second, and the runs. */
export async function measureStarts(
  client: CountersignClient,
  pool: pg.Pool,
  count: number,
  inFlight: number,
): Promise<{ perSecond: number; runs: string[] }> {
  const runs: string[] = []
  const waiting = new Map<string, () => void>()
  const watch = new AbortController()
  const seen = followWaiting(pool, waiting, watch.signal)
  let left = count
  const start = performance.now()
  const lane = async () => {
    while (left-- > 0) {
      const { run } = await client.startRun({ graph: 'bench-pause', input: { n: 0 } })
      runs.push(run)
      await new Promise<void>((resolve) => waiting.set(run, resolve))
    }
  }
  await Promise.all(Array.from({ length: inFlight }, lane))
  const perSecond = count / ((performance.now() - start) / 1000)
  watch.abort()
  await seen
  return { perSecond, runs }
}

/** One query for all: asking run by run would load what is measured. */
async function followWaiting(pool: pg.Pool, waiting: Map<string, () => void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const asked = [...waiting.keys()]
    const { rows } = await pool.query<{ id: string }>(`select id from countersign.runs where id = any($1) and status = 'waiting'`, [asked])
    for (const { id } of rows) {
      waiting.get(id)?.()
      waiting.delete(id)
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/**
 * Decides the runs' reviews: milliseconds from the call of `decide` to the next node's effect. One decision at a time, as people
 * make them: the run before has ended, and a random pause keeps the measurement from falling into step with the servers' own.
 */
export async function measureDecisions(client: CountersignClient, pool: pg.Pool, runs: string[]): Promise<Spread> {
  const times: number[] = []
  for (const run of runs) {
    const { items } = await client.listReviews({ run, status: 'open' })
    const [review] = items
    if (!review) throw new Error(`run ${run} has no open review`)
    const start = now()
    await client.decide({ review: review.id, verb: 'approve' })
    const at = await until('the effect after a decision', 20, async () => {
      const { rows } = await pool.query<{ at: number }>('select at from bench_effects where run = $1', [run])
      return rows[0]?.at
    })
    times.push(at - start)
    await until('the end of the run', 20, async () => (await client.getRun(run)).status === 'done')
    await delay(20 + Math.random() * 60)
  }
  return spreadOf(times)
}
