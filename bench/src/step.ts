import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@countersign/client'
import { migrate } from '@countersign/db'
import { stackStatus, startStack } from '@countersign/infra/local'
import pg from 'pg'
import { type Goal, report } from './report.ts'
import { countersignRuns } from './step/makers.ts'
import { measureByHand } from './step/measure-by-hand.ts'
import { memoryOfTree } from './step/measure-memory.ts'
import { measureRecovery } from './step/measure-recovery.ts'
import { measureDecisions, measureStarts } from './step/measure-runs.ts'
import { measureSuperstep } from './step/measure-superstep.ts'
import { buildWorker, spawnWorker } from './step/spawn-worker.ts'

// bench:step: what the engine adds to LangGraph, and how runs move through the embedded stack. Starts what it needs.
const home = await mkdtemp(path.join(tmpdir(), 'countersign-bench-'))
const stack = await startStack({ home, useExternal: false, temporalUi: false, removeHomeWithOwner: true })
const { databaseUrl, temporalAddress } = stack
const goals: Goal[] = []
const ms = (value: number) => `${value.toFixed(1)} ms`
const add = (name: string, measured: string, goal: string, ok: boolean) => goals.push({ name, measured, goal, ok })
try {
  await migrate(databaseUrl)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  await pool.query('create table bench_effects (key text primary key, run text not null, at double precision not null)')
  await pool.query('create index on bench_effects (run, at)')

  for (const [name, delay, limit] of [
    ['does nothing', 0, 2],
    ['takes 50 ms', 50, 1.1],
  ] as const) {
    const { engine, plain, ratio } = await measureSuperstep(databaseUrl, delay, delay === 0 ? 200 : 20)
    add(
      `superstep that ${name}`,
      `${ms(engine.median)} (p95 ${ms(engine.p95)}), plain ${ms(plain.median)} (p95 ${ms(plain.p95)}), ${ratio.toFixed(2)}x`,
      `below ${limit}x`,
      ratio < limit,
    )
  }

  const client = createClient({
    databaseUrl,
    temporalAddress,
    temporalNamespace: 'default',
    tenant: 'bench',
    user: 'bench',
    blobs: path.join(home, 'blobs'),
    maxBytes: 1,
  })
  await buildWorker()
  const peer = await measureByHand(pool, { databaseUrl, temporalAddress })
  let worker = await spawnWorker(databaseUrl, temporalAddress)
  const maker = countersignRuns(client)
  await measureStarts(maker, pool, 50, 10)
  const { perSecond, runs } = await measureStarts(maker, pool, 1000, 50)
  add(
    'runs started to paused, 50 in flight',
    `${perSecond.toFixed(1)}/s, Temporal by hand ${peer.perSecond.toFixed(1)}/s`,
    'at least 40/s',
    perSecond >= 40,
  )

  const { postgres, temporal } = await stackStatus(home)
  const [largest] = memoryOfTree([worker.pid ?? 0, postgres.pid ?? 0, temporal.pid ?? 0])
  add(
    'largest process with 1,000 paused runs',
    `${largest?.name} ${largest?.megabytes.toFixed(0)} MB`,
    'at most 300 MB',
    (largest?.megabytes ?? 0) <= 300,
  )

  await measureDecisions(maker, pool, runs.slice(0, 20))
  const decision = await measureDecisions(maker, pool, runs.slice(20, 220))
  add(
    'decision to next effect',
    `p50 ${ms(decision.median)}, p95 ${ms(decision.p95)}; by hand ${ms(peer.decision.median)}, ${ms(peer.decision.p95)}`,
    'p50 40 ms, p95 150 ms',
    decision.median <= 40 && decision.p95 <= 150,
  )

  const recovery = await measureRecovery({ client, pool, worker, restart: () => spawnWorker(databaseUrl, temporalAddress) })
  worker = recovery.worker
  add(
    'quick nodes go on after SIGKILL and restart',
    `${recovery.seconds.toFixed(1)} s (${recovery.sinceKill.toFixed(1)} s since the kill)`,
    'within 3 s',
    recovery.seconds <= 3,
  )

  worker.kill('SIGTERM')
  await once(worker, 'exit')
  await client.close()
  await pool.end()
} finally {
  await stack.stop()
  await rm(home, { recursive: true, force: true })
}
report('bench:step', goals)
