import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { CountersignClient } from '@countersign/client'
import type pg from 'pg'
import { until } from '../until.ts'
import { now } from './bench-graphs.ts'

interface RecoveryInput {
  client: CountersignClient
  pool: pg.Pool
  worker: ChildProcess
  restart(): Promise<ChildProcess>
}

/**
 * Kills the only worker in the middle of ten runs of quick nodes and starts it again. `seconds`: from the moment it takes work again
 * until the last of the ten has gone on; `sinceKill`: the same since the kill.
 */
export async function measureRecovery({
  client,
  pool,
  worker,
  restart,
}: RecoveryInput): Promise<{ seconds: number; sinceKill: number; worker: ChildProcess }> {
  const runs = await Promise.all(
    Array.from({ length: 10 }, async () => (await client.startRun({ graph: 'bench-tick', input: { n: 0 } })).run),
  )
  await until('ten runs under way', 60, async () => (await countSince(pool, runs, 0)) === runs.length)
  worker.kill('SIGKILL')
  const killed = now()
  await once(worker, 'exit')
  const again = await restart()
  const ready = now()
  await until('all runs going on', 60, async () => (await countSince(pool, runs, killed + 1)) === runs.length)
  const { rows } = await pool.query<{ last: number }>(
    'select max(first) as last from (select min(at) as first from bench_effects where run = any($1) and at > $2 group by run) firsts',
    [runs, killed + 1],
  )
  const last = rows[0]?.last ?? Number.NaN
  for (const run of runs) await client.cancelRun(run)
  return { seconds: Math.max(0, (last - ready) / 1000), sinceKill: (last - killed) / 1000, worker: again }
}

async function countSince(pool: pg.Pool, runs: string[], at: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(distinct run)::int as count from bench_effects where run = any($1) and at > $2',
    [runs, at],
  )
  return rows[0]?.count ?? 0
}
