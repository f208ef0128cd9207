import { once } from 'node:events'
import { Client, Connection } from '@temporalio/client'
import type pg from 'pg'
import type { Spread } from '../spread.ts'
import { byHandRuns } from './makers.ts'
import { measureDecisions, measureStarts } from './measure-runs.ts'
import { spawnWorker } from './spawn-worker.ts'

/** The same job in Temporal alone, on the same servers: says what this machine can do at all. */
export async function measureByHand(
  pool: pg.Pool,
  { databaseUrl, temporalAddress }: { databaseUrl: string; temporalAddress: string },
): Promise<{ perSecond: number; decision: Spread }> {
  await pool.query('create table by_hand (run text primary key, status text not null, n int)')
  const connection = await Connection.connect({ address: temporalAddress })
  const worker = await spawnWorker(databaseUrl, temporalAddress, 'by-hand-worker')
  const maker = byHandRuns(new Client({ connection }), pool)
  await measureStarts(maker, pool, 50, 10)
  const { perSecond, runs } = await measureStarts(maker, pool, 500, 50)
  const decision = await measureDecisions(maker, pool, runs.slice(0, 100))
  worker.kill('SIGTERM')
  await once(worker, 'exit')
  await connection.close()
  return { perSecond, decision }
}
