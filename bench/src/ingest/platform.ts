import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type CountersignClient, createClient, readEnvironment } from '@countersign/client'
import { fetchModels, startStack } from '@countersign/infra/local'
import pg from 'pg'
import { buildPart, PARTS } from '../../../apps/cli/src/demo/build-part.ts'
import { ROOT } from '../../../apps/cli/src/demo/project-root.ts'
import { migrateDatabase, startWorker } from '../../../apps/cli/src/demo/start-services.ts'
import { memoryOfTree } from '../step/measure-memory.ts'
import { until } from '../until.ts'

export interface Platform {
  /** Takes a PDF in; answers the seconds from the first node of its branch to the last, others beside it left out. */
  read(name: string, bytes: Uint8Array): Promise<number>
  /** Resident memory of the worker now, and the most so far, in MB; `mostOfTree`: with all its processes. */
  memory(): { now: number; most: number; mostOfTree: number }
  close(): Promise<void>
}

const LONGEST = 1800
/** The module that the worker runs. */
const MAIN = 'main.mjs'
/** From the node that opens the PDF to the one that has all its pages. */
const SECONDS = `
  select extract(epoch from max(finished_at) filter (where node = 'pdf_content_merger') - min(started_at) filter (where node = 'pdf_loader'))::float as seconds
  from countersign.attempts where run = $1`

/** The stack and the worker that production runs, on this machine; `loops`: nodes that run at once. */
export async function startPlatform(home: string, loops: number): Promise<Platform> {
  const signal = new AbortController().signal
  await buildPart(ROOT, PARTS.worker, signal)
  const models = await fetchModels()
  const stack = await startStack({ home, useExternal: false, temporalUi: false, removeHomeWithOwner: true })
  const env = {
    ...process.env,
    COUNTERSIGN_HOME: home,
    COUNTERSIGN_CONCURRENCY: String(loops),
    COUNTERSIGN_MODELS: models,
    COUNTERSIGN_OCR: 'local',
    DATABASE_URL: stack.databaseUrl,
    TEMPORAL_ADDRESS: stack.temporalAddress,
    NODE_ENV: 'production',
  }
  await migrateDatabase(env, signal)
  const worker = startWorker({ env, logs: path.join(home, 'logs'), onRestart: (line) => void process.stderr.write(`${line}\n`) })
  const { home: _home, ...environment } = readEnvironment(env)
  const client = createClient(environment)
  const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: 2 })
  await worker.ready
  let [now, most, mostOfTree] = [0, 0, 0]
  const look = () => {
    const pid = worker.pid()
    const tree = pid === undefined ? [] : memoryOfTree([pid])
    now = tree.find((one) => one.name === MAIN)?.megabytes ?? 0
    most = Math.max(most, now)
    mostOfTree = Math.max(
      mostOfTree,
      tree.reduce((sum, { megabytes }) => sum + megabytes, 0),
    )
  }
  const sampler = setInterval(look, 500)
  return {
    read: (name, bytes) => readOne(client, pool, name, bytes),
    memory: () => {
      look()
      return { now, most, mostOfTree }
    },
    close: async () => {
      clearInterval(sampler)
      await pool.end()
      await client.close()
      await worker.stop()
      await stack.stop()
    },
  }
}

async function readOne(client: CountersignClient, pool: pg.Pool, name: string, bytes: Uint8Array): Promise<number> {
  const { run } = await client.ingest({ name, bytes })
  return await until(`${name} is read`, LONGEST, async () => {
    // Asking takes time from what is measured.
    await delay(500)
    const { rows } = await pool.query<{ seconds: number | null }>(SECONDS, [run])
    const { status, error } = await client.getRun(run)
    if (status === 'parked') throw new Error(`${name}: ${error?.code} ${error?.message}`)
    return rows[0]?.seconds
  })
}
