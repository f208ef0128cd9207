import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@countersign/client'
import { connectDatabase, migrate } from '@countersign/db'
import { startStack } from '@countersign/infra/local'
import { inboxCases } from './inbox/cases.ts'
import { DESK, fillInbox } from './inbox/fill-inbox.ts'
import { explain, watchStatements } from './inbox/watch-statements.ts'
import { type Goal, report } from './report.ts'
import { spreadOf } from './spread.ts'

// bench:inbox: the inbox of a tenant with 100,000 open reviews, as its restricted role. Starts the Postgres that it needs.
const TIMES = 40
const PAGE_GOAL_MS = 300
const home = await mkdtemp(path.join(tmpdir(), 'countersign-bench-'))
const stack = await startStack({ home, need: ['postgres'], useExternal: false, removeHomeWithOwner: true })
const { databaseUrl } = stack
const goals: Goal[] = []
const ms = (value: number) => `${value.toFixed(1)} ms`
try {
  await migrate(databaseUrl)
  const owner = connectDatabase(databaseUrl, { max: 2 })
  await fillInbox(owner.pool)
  await owner.close()
  const desk = { tenant: DESK.tenant, user: DESK.user }
  const client = createClient({
    ...desk,
    roles: ['reviewer'],
    databaseUrl,
    temporalAddress: '127.0.0.1:9',
    temporalNamespace: 'default',
    blobs: path.join(home, 'blobs'),
    maxBytes: 1,
  })
  const restricted = connectDatabase(databaseUrl, { tenant: desk.tenant, max: 1 })
  const scanned: string[] = []
  let worstPage = 0
  for (const one of await inboxCases(client)) {
    const statements = await watchStatements(one.run)
    const plans = await Promise.all(
      statements.filter(({ text }) => /^\s*(select|with)\b/i.test(text)).map((s) => explain(restricted.pool, s)),
    )
    if (plans.some((plan) => plan.scanned.length > 0)) scanned.push(one.name)
    const times: number[] = []
    for (let time = 0; time < TIMES; time += 1) {
      const start = performance.now()
      await one.run()
      times.push(performance.now() - start)
    }
    const { median, p95 } = spreadOf(times)
    if (one.page) worstPage = Math.max(worstPage, p95)
    const indexes = [...new Set(plans.flatMap((plan) => plan.indexes))].join(', ')
    process.stdout.write(`${one.name.padEnd(34)} median ${ms(median).padStart(9)}  p95 ${ms(p95).padStart(9)}  ${indexes}\n`)
    if (['first page', 'page 1,000, due', 'search: rare word', 'counts', 'neighbours', 'open a review', 'decision'].includes(one.name)) {
      goals.push({
        name: one.name,
        measured: `${ms(median)} (p95 ${ms(p95)})`,
        goal: `p95 below ${PAGE_GOAL_MS} ms`,
        ok: p95 < PAGE_GOAL_MS,
      })
    }
  }
  goals.push({ name: 'slowest page', measured: `p95 ${ms(worstPage)}`, goal: `below ${PAGE_GOAL_MS} ms`, ok: worstPage < PAGE_GOAL_MS })
  goals.push({ name: 'read a table from end to end', measured: scanned.join(', ') || 'none', goal: 'none', ok: scanned.length === 0 })
  await restricted.close()
  await client.close()
} finally {
  await stack.stop()
  await rm(home, { recursive: true, force: true })
}
report('bench:inbox, 100,000 open reviews', goals)
