import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { EngineDeps, GraphDefinition } from '@countersign/activities/engine'
import { connectTestEngine, drive, insertRun, TENANT } from '@countersign/activities/engine/testing'
import { type CountersignClient, createClient } from '@countersign/client'
import { migrate, registerGraph } from '@countersign/db'
import { startStack } from '@countersign/infra/local'
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres'
import pg from 'pg'
import { createGraphs } from '../../apps/worker/src/create-graphs.ts'
import { readWorkerEnvironment } from '../../apps/worker/src/worker-environment.ts'
import { type Goal, report } from './report.ts'
import { agentGraph } from './retention/agent-graph.ts'
import { type Stored, storedOf } from './retention/stored-bytes.ts'

// bench:retention: what a run's checkpoints take before and after a policy that keeps the first and the last. Starts the Postgres it needs.
const AGENT_STEPS = 3_000
const AGENT_GOAL = 0.05
const INGEST_GOAL = 0.25
const DOCUMENTS = path.join(import.meta.dirname, '../../examples/documents')
const home = await mkdtemp(path.join(tmpdir(), 'countersign-bench-'))
const stack = await startStack({ home, need: ['postgres'], useExternal: false, removeHomeWithOwner: true })
const { databaseUrl } = stack
const goals: Goal[] = []
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(bytes < 100_000 ? 1 : 0)} kB`
const describe = ({ checkpoints, bytes, byTable }: Stored): string =>
  `${checkpoints.toFixed(1)} checkpoints, ${kilobytes(bytes)} (values ${kilobytes(byTable.blobs)}, writes ${kilobytes(byTable.writes)}, checkpoints ${kilobytes(byTable.checkpoints)})`
try {
  await migrate(databaseUrl)
  const env = { ...process.env, COUNTERSIGN_HOME: home, DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: '127.0.0.1:9' }
  const environment = readWorkerEnvironment(env)
  const composed = createGraphs(environment, env)
  const agent = agentGraph()
  const engine = connectTestEngine(databaseUrl, [...composed.graphs, agent])
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  for (const { name, version } of composed.graphs) {
    await registerGraph(pool, { name, version, drawing: { nodes: [], edges: [], mermaid: '' } })
  }
  const client = createClient({ ...environment, tenant: TENANT, user: 'bench' })

  const ingested = await ingestSamples(client, engine.deps)
  const agents = [await insertRun(engine.database, agent, { left: AGENT_STEPS })]
  for (const run of agents) await runPlain(pool, agent, run)
  const before = { ingest: await storedOf(pool, ingested), agent: await storedOf(pool, agents) }

  await client.setRetention('*', { days: 0, keep: 'ends' })
  const plan = await client.planRetention()
  const busy = await insertRun(engine.database, agent, { left: 200 })
  const began = performance.now()
  const [applied, waited] = await Promise.all([client.applyRetention(), countWaits(pool, drive(engine.deps, busy))])
  const seconds = (performance.now() - began) / 1000
  const after = { ingest: await storedOf(pool, ingested), agent: await storedOf(pool, agents) }

  for (const [name, limit] of [
    ['ingest', INGEST_GOAL],
    ['agent', AGENT_GOAL],
  ] as const) {
    process.stdout.write(`${name} before: ${describe(before[name])}\n${name} after:  ${describe(after[name])}\n`)
    const share = after[name].bytes / before[name].bytes
    goals.push({
      name: name === 'ingest' ? `bytes per ingest run (${ingested.length})` : `bytes of an agent of ${AGENT_STEPS} steps`,
      measured: `${kilobytes(before[name].bytes)} to ${kilobytes(after[name].bytes)}: ${(share * 100).toFixed(1)} %`,
      goal: `below ${limit * 100} %`,
      ok: share < limit,
    })
  }
  const same = plan.bytes === applied.bytes && plan.checkpoints === applied.checkpoints && plan.runs === applied.runs
  const difference = same ? 'none' : `${plan.bytes - applied.bytes} bytes`
  goals.push({ name: 'difference of plan and application', measured: difference, goal: 'none', ok: same })
  goals.push({ name: `commits that waited for a lock in ${seconds.toFixed(1)} s`, measured: String(waited), goal: '0', ok: waited === 0 })
  await client.close()
  await pool.end()
  await engine.close()
  await composed.close()
} finally {
  await stack.stop()
  await rm(home, { recursive: true, force: true })
}
report('bench:retention', goals)

/** Reads every sample document in through the engine, and approves what is asked. */
async function ingestSamples(client: CountersignClient, deps: EngineDeps): Promise<string[]> {
  const names = (await readdir(DOCUMENTS)).filter((name) => !name.endsWith('.json'))
  const runs: string[] = []
  for (const name of names) {
    const { run } = await client.ingest({ name, bytes: await readFile(path.join(DOCUMENTS, name)) })
    for (let asked = 0; asked < 3; asked += 1) {
      await drive(deps, run)
      const [review] = (await client.listReviews({ run, status: 'open' })).items
      if (!review) break
      await client.decide({ review: review.id, verb: 'approve' })
    }
    const { status } = await client.getRun(run)
    if (status !== 'done') throw new Error(`${name} ended as ${status}`)
    runs.push(run)
  }
  return runs
}

/** How often somebody is seen waiting for another's lock while something is done. */
async function countWaits(pool: pg.Pool, work: Promise<unknown>): Promise<number> {
  let waits = 0
  let done = false
  const ended = work.finally(() => {
    done = true
  })
  while (!done) {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
    )
    waits += rows[0]?.n ?? 0
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await ended
  return waits
}

/** Runs an agent by LangGraph alone, with the saver whose tables and values the engine's are: the same bytes, in a fraction of the time. */
async function runPlain(pool: pg.Pool, { graph }: GraphDefinition, run: string): Promise<void> {
  const saver = new PostgresSaver(pool, undefined, { schema: 'langgraph' })
  const plain = graph.compile({ checkpointer: saver })
  await plain.invoke({ left: AGENT_STEPS }, { configurable: { thread_id: run }, recursionLimit: AGENT_STEPS + 10, durability: 'sync' })
  const head = `select max(checkpoint_id) from langgraph.checkpoints where thread_id = $1 and checkpoint_ns = ''`
  await pool.query(`update countersign.runs set status = 'done', finished_at = now(), checkpoint = (${head}) where id = $1`, [run])
}
