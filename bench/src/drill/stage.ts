import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type CountersignClient, CountersignError, createClient } from '@countersign/client'
import { migrate } from '@countersign/db'
import { stackStatus, startStack } from '@countersign/infra/local'
import pg from 'pg'
import { type Cable, openProxy } from '../../../apps/worker/src/testing/proxy.ts'
import { EFFECTS, NOTES } from './drill-graph.ts'
import { openWorkerPool, type WorkerPool } from './worker-pool.ts'

/** Servers of its own, workers in processes of their own, and the callers of runs. */
export interface DrillStage {
  client: CountersignClient
  pool: WorkerPool
  /** Between everybody and Temporal. */
  proxy: Cable
  blobs: string
  /** Starts so many runs; answers their ids. Tries again while it cannot. */
  start(count: number, graph: string, input?: Record<string, unknown>): Promise<string[]>
  /** Those of the runs that have not ended, with their states. */
  unfinished(runs: readonly string[]): Promise<{ id: string; status: string }[]>
  /** Waits until all have ended, or the time is over; then answers those that have not. */
  untilDone(runs: readonly string[], seconds: number): Promise<string[]>
  /** What became of a run that should have ended like the undisturbed one. */
  inspect(run: string): Promise<{ recovered: boolean; duplicated: number; lost: number; what: string }>
  /** Postgres is ended as by a crash and started again. */
  restartPostgres(): Promise<void>
  /** Whether open questions are answered at once; else they are left. */
  answer(yes: boolean): void
  /** What the watchdog has named since this was last asked. */
  named(): string[]
  close(): Promise<void>
}

const TENANT = 'drill'

export async function openDrillStage(home: string): Promise<DrillStage> {
  const options = { home, useExternal: false, temporalUi: false } as const
  const stack = await startStack({ ...options, removeHomeWithOwner: true })
  await migrate(stack.databaseUrl)
  const proxy = await openProxy(stack.temporalAddress)
  const [effects, blobs] = [path.join(home, 'effects'), path.join(home, 'blobs')]
  await Promise.all([effects, blobs].map((folder) => mkdir(folder, { recursive: true })))
  const where = { databaseUrl: stack.databaseUrl, temporalAddress: proxy.address, temporalNamespace: 'default', blobs, maxBytes: 1 }
  const client = createClient({ ...where, tenant: TENANT, user: 'drill' })
  const rows = openRows(stack.databaseUrl)
  const pool = openWorkerPool([stack.databaseUrl, proxy.address, effects, blobs])
  const people = bringPeople(client, rows)
  return {
    client,
    pool,
    proxy,
    blobs,
    ...callers(client, rows),
    inspect: (run) => inspect(client, effects, run),
    restartPostgres: async () => {
      const { postgres } = await stackStatus(home)
      if (postgres.pid !== undefined) process.kill(postgres.pid, 'SIGQUIT')
      while ((await stackStatus(home)).postgres.running) await pause(50)
      await startStack({ ...options, need: ['postgres'] })
    },
    answer: people.answer,
    named: people.named,
    close: async () => {
      await people.close()
      await pool.close()
      await client.close()
      await rows.close()
      await proxy.close()
      await stack.stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}

interface Rows {
  query<Row extends object>(sql: string, ...values: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

function openRows(connectionString: string): Rows {
  const pool = new pg.Pool({ connectionString, max: 3 })
  pool.on('error', () => undefined)
  return {
    query: async <Row extends object>(sql: string, ...values: unknown[]) => (await pool.query<Row>(sql, values)).rows,
    close: () => pool.end(),
  }
}

/** Does it again until it works: the servers are taken away on purpose. */
async function insist<T>(what: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await what()
    } catch (error) {
      if (tries > 200) throw error
      await pause(100)
    }
  }
}

function callers(client: CountersignClient, { query }: Rows): Pick<DrillStage, 'start' | 'unfinished' | 'untilDone'> {
  let number = 0
  const unfinished: DrillStage['unfinished'] = (runs) =>
    insist(() =>
      query(`select id, status from countersign.runs where id = any($1) and status not in ('done', 'aborted', 'cancelled')`, runs),
    )
  return {
    unfinished,
    start: async (count, graph, input = {}) => {
      const runs: string[] = []
      for (let at = 0; at < count; at++) {
        const clientKey = `drill-${++number}`
        const { run } = await insist(() => client.startRun({ graph, title: clientKey, input: { notes: [], ...input }, clientKey }))
        runs.push(run)
      }
      return runs
    },
    untilDone: async (runs, seconds) => {
      const deadline = Date.now() + seconds * 1000
      for (;;) {
        const left = await unfinished(runs)
        if (left.length === 0 || Date.now() > deadline) return left.map(({ id }) => id)
        await pause(200)
      }
    },
  }
}

/** A run that has not begun has no state. */
const orNothing = (error: unknown): { values: Record<string, unknown> } => {
  if (error instanceof CountersignError && error.code === 'not_found') return { values: {} }
  throw error
}

/** Ended like the undisturbed run: status, notes, effects. Its questions were answered once each. */
async function inspect(client: CountersignClient, effects: string, run: string) {
  const [{ status }, { values }, files] = await Promise.all([
    insist(() => client.getRun(run)),
    insist(() => client.getState(run).catch(orNothing)),
    readdir(path.join(effects, run)).catch((): string[] => []),
  ])
  const notes = Array.isArray(values.notes) ? values.notes.map(String) : []
  const done = files.map((file) => file.split('~')[0] ?? '')
  const lost = EFFECTS.filter((node) => !done.includes(node)).length + NOTES.filter((note) => !notes.includes(note)).length
  const duplicated = done.length - new Set(done).size + (notes.length - new Set(notes).size)
  const recovered = status === 'done' && lost === 0 && duplicated === 0
  return { recovered, duplicated, lost, what: `${status}, notes ${notes.join(' ')}, effects ${done.join(' ')}` }
}

/** People who answer what is open, and read what stands still. */
function bringPeople(client: CountersignClient, { query }: Rows): Pick<DrillStage, 'answer' | 'named' | 'close'> {
  let answers = true
  let ended = false
  const seen = new Set<string>()
  const look = async () => {
    for (const { reason } of await query<{ reason: string }>('select distinct reason from countersign.stalls')) seen.add(reason)
    if (!answers) return
    const open = await query<{ id: string }>(`select id from countersign.reviews where status = 'open' and kind = 'approval' limit 50`)
    await Promise.allSettled(open.map(({ id }) => client.decide({ review: id, verb: 'approve', clientKey: `decide-${id}` })))
  }
  const work = async () => {
    while (!ended) {
      await look().catch(() => undefined)
      await pause(150)
    }
  }
  const working = work()
  return {
    answer: (yes) => {
      answers = yes
    },
    named: () => {
      const named = [...seen].toSorted()
      seen.clear()
      return named
    },
    close: async () => {
      ended = true
      await working
    },
  }
}
