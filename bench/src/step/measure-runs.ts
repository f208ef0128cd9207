import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { type Spread, spreadOf } from '../spread.ts'
import { until } from '../until.ts'
import { now } from './bench-graphs.ts'

/** What runs that wait for a person are made with: the product, or its peer. */
export interface Maker {
  /** Starts a run that proposes, asks and waits. */
  start(): Promise<string>
  /** A query for those of the runs `$1` that wait. */
  waiting: string
  /** What is needed to decide the run, found before the clock starts; then the decision itself. */
  prepare(run: string): Promise<() => Promise<unknown>>
  isDone(run: string): Promise<boolean>
}

/** Starts `count` runs, `inFlight` at a time, each until it waits for a person. Answers runs per second, and the runs. */
export async function measureStarts(
  maker: Maker,
  pool: pg.Pool,
  count: number,
  inFlight: number,
): Promise<{ perSecond: number; runs: string[] }> {
  const runs: string[] = []
  const waiting = new Map<string, () => void>()
  const watch = new AbortController()
  const seen = followWaiting(pool, maker.waiting, waiting, watch.signal)
  let left = count
  const began = performance.now()
  const lane = async () => {
    while (left-- > 0) {
      const run = await maker.start()
      runs.push(run)
      await new Promise<void>((resolve) => waiting.set(run, resolve))
    }
  }
  await Promise.all(Array.from({ length: inFlight }, lane))
  const perSecond = count / ((performance.now() - began) / 1000)
  watch.abort()
  await seen
  return { perSecond, runs }
}

/** One query for all: asking run by run would load what is measured. */
async function followWaiting(pool: pg.Pool, query: string, waiting: Map<string, () => void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const asked = [...waiting.keys()]
    const { rows } = await pool.query<{ id: string }>(query, [asked])
    for (const { id } of rows) {
      waiting.get(id)?.()
      waiting.delete(id)
    }
    await delay(10)
  }
}

/**
 * Decides the runs: milliseconds from the call that decides to the next node's effect. One decision at a time, as people
 * make them: the run before has ended, and a random pause keeps the measurement from falling into step with the servers' own.
 */
export async function measureDecisions(maker: Maker, pool: pg.Pool, runs: string[]): Promise<Spread> {
  const times: number[] = []
  for (const run of runs) {
    const decide = await maker.prepare(run)
    const start = now()
    await decide()
    const at = await until('the effect after a decision', 20, async () => {
      const { rows } = await pool.query<{ at: number }>('select at from bench_effects where run = $1', [run])
      return rows[0]?.at
    })
    times.push(at - start)
    await until('the end of the run', 20, () => maker.isDone(run))
    await delay(20 + Math.random() * 60)
  }
  return spreadOf(times)
}
