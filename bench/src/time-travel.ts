import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@countersign/client'
import { connectDatabase, migrate } from '@countersign/db'
import { startStack } from '@countersign/infra/local'
import { type Goal, report } from './report.ts'
import { spreadOf } from './spread.ts'
import { checkpointOf, fillRun, RUN } from './time-travel/fill-run.ts'

// bench:time-travel: going back in a run of 3,000 steps with 10 MB of state, as its tenant's restricted role. Starts the Postgres that it needs.
const FORK_STEP = 2_500
const home = await mkdtemp(path.join(tmpdir(), 'countersign-bench-'))
const stack = await startStack({ home, need: ['postgres'], useExternal: false, removeHomeWithOwner: true })
const { databaseUrl } = stack
const goals: Goal[] = []
const ms = (value: number) => `${value.toFixed(0)} ms`

async function measure(name: string, times: number, most: number | null, run: () => Promise<unknown>): Promise<void> {
  await run()
  const taken: number[] = []
  for (let time = 0; time < times; time += 1) {
    const start = performance.now()
    await run()
    taken.push(performance.now() - start)
  }
  const { median, p95 } = spreadOf(taken)
  process.stdout.write(`${name.padEnd(44)} median ${ms(median).padStart(8)}  p95 ${ms(p95).padStart(8)}\n`)
  if (most !== null)
    goals.push({ name, measured: `${ms(median)} (p95 ${ms(p95)})`, goal: `p95 below ${most.toLocaleString('en')} ms`, ok: p95 < most })
}

try {
  await migrate(databaseUrl)
  const owner = connectDatabase(databaseUrl, { max: 2 })
  await fillRun(owner.pool)
  await owner.close()
  const client = createClient({
    tenant: RUN.tenant,
    user: 'ana',
    roles: ['operator'],
    databaseUrl,
    temporalAddress: '127.0.0.1:9',
    temporalNamespace: 'default',
    blobs: path.join(home, 'blobs'),
    maxBytes: 1,
  })
  const checkpoint = checkpointOf(FORK_STEP)
  const page = await client.getHistory(RUN.id)
  const after = Buffer.from(JSON.stringify(['2026-01-01T00:00:00.000Z', checkpoint])).toString('base64url')
  if (page.items[0]?.id !== checkpointOf(RUN.steps) || page.items[1]?.nodes.length !== 1)
    throw new Error('the history is not that of the run')
  await measure('fork at step 2,500', 15, 1_000, () => client.forkRun(RUN.id, { checkpoint }))
  await measure('fork with an edit', 5, null, () => client.forkRun(RUN.id, { checkpoint, edit: { values: { note: 'other' } } }))
  await measure('history, newest page', 30, 300, () => client.getHistory(RUN.id))
  await measure('history, page at step 2,500', 30, 300, () => client.getHistory(RUN.id, { after }))
  await measure('history, page of 200', 10, 300, () => client.getHistory(RUN.id, { after, limit: 200 }))
  await measure('all 3,000 checkpoints', 10, 300, () => client.listCheckpoints(RUN.id))
  await measure('difference of step 2,500', 10, 300, () => client.diffStates(RUN.id, { to: checkpoint }))
  await measure('state of step 2,500', 10, null, () => client.getState(RUN.id, checkpoint))
  await measure('tree of forks', 10, 300, () => client.getLineage(RUN.id))
  await client.close()
} finally {
  await stack.stop()
  await rm(home, { recursive: true, force: true })
}
report(`bench:time-travel, ${RUN.steps.toLocaleString('en')} steps, ${RUN.megabytes} MB`, goals)
