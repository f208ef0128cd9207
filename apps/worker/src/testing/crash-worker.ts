import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { createEngineActivities, createGraphRegistry, type EngineDeps, workerName } from '@countersign/activities/engine'
import { connectDatabase, createPostgresStore, type Database, type EngineStore } from '@countersign/db'
import type { TaskCall } from '@countersign/workflows/contract'
import { activityInfo } from '@temporalio/activity'
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker'
import { pino } from 'pino'
import { z } from 'zod'
import { createEngineWorker } from '../engine-worker.ts'
import { crashGraph, frozenGraph } from './crash-graph.ts'

/**
 * A worker that kills itself. It loads, says `loaded`, and waits for one line: where to work and at which point to die.
 * It tells each point it passes as `point <node>: <point>`, and each failed attempt as `failed <node>`.
 */
const orderSchema = z.object({
  databaseUrl: z.string(),
  address: z.string(),
  taskQueue: z.string(),
  codePath: z.string(),
  die: z.object({ run: z.string(), node: z.string(), point: z.string() }).nullable(),
})
type Order = z.infer<typeof orderSchema>

interface Place {
  run: string
  node: string
}
type Passed = (place: Place, point: string) => Promise<void>

const tell = (line: string) => process.stdout.write(`${line}\n`)

/** The node whose attempt is being committed. */
const committing = new AsyncLocalStorage<Place & { statements: number }>()

async function work({ databaseUrl, address, taskQueue, codePath, die }: Order): Promise<void> {
  const passed: Passed = async ({ run, node }, point) => {
    if (die?.run === run && die.node === node && die.point === point) {
      process.kill(process.pid, 'SIGKILL')
      await new Promise(() => undefined)
    }
    tell(`point ${node}: ${point}`)
  }
  const [database, effects] = [connectDatabase(databaseUrl, { pipeline: true }), connectDatabase(databaseUrl)]
  watchStatements(database, passed)
  const store = watchCommits(createPostgresStore({ pool: database.pool, claims: effects.pool }))
  const hooks = {
    passed,
    effect: async (key: string, node: string) => {
      await effects.pool.query('insert into effects (key, node) values ($1, $2) on conflict do nothing', [key, node])
    },
    released: async () => (await effects.pool.query('select 1 from released')).rowCount === 1,
  }
  const graphs = createGraphRegistry([crashGraph(hooks), frozenGraph(hooks)], store.saver)
  const deps: EngineDeps = { store, graphs, log: pino({ level: 'silent' }), worker: workerName() }
  const engine = createEngineActivities(deps)
  const activities = {
    default: async (call: TaskCall) => {
      const node = activityInfo().activityType.split('.')[1] ?? ''
      const answer = await engine.default(call).catch((error: unknown) => {
        tell(`failed ${node}`)
        throw error
      })
      await passed({ run: call.run, node }, 'before the answer')
      return answer
    },
  }
  const connection = await NativeConnection.connect({ address })
  const worker = await createEngineWorker({
    connection,
    namespace: 'default',
    bundle: { codePath },
    deps,
    activities,
    taskQueue,
  })
  process.once('SIGTERM', () => worker.shutdown())
  await worker.run()
  process.exit(0)
}

function watchCommits(store: EngineStore): EngineStore {
  const nodes = new Map<string, string>()
  return {
    ...store,
    claim: (input) => {
      nodes.set(`${input.run}/${input.task}`, input.node)
      return store.claim(input)
    },
    commit: async (scope, commit) => {
      const { run, task } = scope.attempt
      const node = nodes.get(`${run}/${task}`) ?? ''
      return committing.run({ run, node, statements: 0 }, () => store.commit(scope, commit))
    },
  }
}

/** Makes each statement of a commit a point to die at, before it is sent, and one more after the COMMIT. */
function watchStatements({ pool }: Database, passed: Passed): void {
  pool.on('connect', (client) => {
    const { query } = client
    const send = (args: unknown[]): unknown => Reflect.apply(query, client, args)
    const watched = async (args: unknown[], commit: Place & { statements: number }) => {
      const end = args[0] === 'COMMIT'
      await passed(commit, end ? 'before COMMIT' : `before statement ${commit.statements++}`)
      const result = await send(args)
      if (end) await passed(commit, 'after COMMIT')
      return result
    }
    Object.assign(client, {
      query: (...args: unknown[]) => {
        const commit = committing.getStore()
        return commit ? watched(args, commit) : send(args)
      },
    })
  })
}

Runtime.install({ logger: new DefaultLogger('ERROR') })
const lines = createInterface({ input: process.stdin })
tell('loaded')
const [line] = await once(lines, 'line')
await work(orderSchema.parse(JSON.parse(String(line))))
