import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@countersign/client'
import { createSealer } from '@countersign/client/relay'
import { connectDatabase, type Database, migrate } from '@countersign/db'
import { startStack } from '@countersign/infra/local'
import { type Goal, report } from './report.ts'

// bench:audit [ENTRIES]: sealing and verifying a log of 1,000,000 entries. Starts the Postgres that it needs.
const entries = Number(process.argv[2] ?? 1_000_000)
const TENANT = 'bench'
const MEGABYTE = 1024 * 1024
const home = await mkdtemp(path.join(tmpdir(), 'countersign-bench-'))
const stack = await startStack({ home, need: ['postgres'], useExternal: false, removeHomeWithOwner: true })
const { databaseUrl } = stack
const audit = { key: null, folder: home }
const goals: Goal[] = []

async function fillLog({ pool }: Database): Promise<void> {
  await pool.query(
    `insert into countersign.audit (tenant, actor, event, run, review, data)
     select $1, 'user-' || n % 20, 'review.decided', 'r_' || n / 4, 'rv_' || n,
       jsonb_build_object('decision', 'd_' || n, 'verb', 'approve', 'reason', null, 'shownHash', md5(n::text) || md5(n::text))
     from generate_series(1, $2::int) n`,
    [TENANT, entries],
  )
}

/** Runs the work, and answers its seconds and how far the process grew, in MB. */
async function measure(work: () => Promise<unknown>): Promise<{ seconds: number; grown: number }> {
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let highest = before
  const timer = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().rss)
  }, 50)
  const start = performance.now()
  await work()
  const seconds = (performance.now() - start) / 1000
  clearInterval(timer)
  return { seconds, grown: Math.round((highest - before) / MEGABYTE) }
}

const rate = (seconds: number) => `${Math.round(entries / seconds).toLocaleString('en')} entries/s, ${seconds.toFixed(1)} s`
try {
  await migrate(databaseUrl)
  const owner = connectDatabase(databaseUrl, { max: 2 })
  await fillLog(owner)
  const log = { info: () => undefined, warn: (_details: object, message: string) => void process.stderr.write(`${message}\n`) }
  const sealing = await measure(() => createSealer({ database: owner, places: audit, log }).sealAll())
  goals.push({ name: 'seal', measured: rate(sealing.seconds), goal: 'above 3,000 entries/s', ok: entries / sealing.seconds > 3_000 })
  await owner.close()
  const auditor = { tenant: TENANT, user: 'ada', databaseUrl, temporalAddress: '127.0.0.1:9', temporalNamespace: 'default' }
  const client = createClient({ ...auditor, blobs: path.join(home, 'blobs'), maxBytes: 1, audit })
  let found = -1
  const verifying = await measure(async () => {
    found = (await client.verifyAudit()).found
  })
  goals.push({
    name: 'verify',
    measured: rate(verifying.seconds),
    goal: 'above 10,000 entries/s, holds',
    ok: found === 0 && entries / verifying.seconds > 10_000,
  })
  goals.push({ name: 'memory while verifying', measured: `${verifying.grown} MB more`, goal: 'below 200 MB', ok: verifying.grown < 200 })
  await client.close()
} finally {
  await stack.stop()
  await rm(home, { recursive: true, force: true })
}
report(`bench:audit, ${entries.toLocaleString('en')} entries`, goals)
