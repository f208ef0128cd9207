import { randomUUID } from 'node:crypto'
import type { EngineDeps, GraphDefinition } from '@countersign/activities/engine'
import { connectDatabase, type Database } from '@countersign/db'
import {
  CANCEL_SIGNAL,
  DECIDED_SIGNAL,
  type GraphRunInput,
  newRunId,
  runWorkflowId,
  type Verb,
  WORKFLOWS,
} from '@countersign/workflows/contract'
import { Client, Connection, type WorkflowHandle, type WorkflowStartOptions } from '@temporalio/client'
import { NativeConnection, type WorkflowBundleOption } from '@temporalio/worker'
import { pino } from 'pino'
import '../../../../infra/test/quiet-temporal.ts'
import { connectEngine } from '../connect-engine.ts'
import { createEngineWorker, type EngineWorkerInput } from '../engine-worker.ts'
import { loadWorkflowBundle } from '../workflow-bundle.ts'
import { until } from './until.ts'

const TENANT = 'test'

export interface TestRun {
  run: string
  handle: WorkflowHandle
}

export interface TestWorker {
  deps: EngineDeps
  /** Lets what runs come to an end. Safe to repeat. */
  stop(): Promise<void>
}

export interface ReviewRow {
  id: string
  node: string
  kind: string
  title: string
  proposal: unknown
}

/** One database, one task queue on a real Temporal server, and the callers' side of runs: start, decide, cancel. */
export interface EngineStage {
  database: Database
  client: Client
  taskQueue: string
  bundle: WorkflowBundleOption
  /** Starts a worker in this process. */
  work(graphs: GraphDefinition[], options?: Pick<EngineWorkerInput, 'concurrency' | 'activities' | 'grace'>): Promise<TestWorker>
  start(graph: Pick<GraphDefinition, 'name' | 'version'>, input: Record<string, unknown>): Promise<TestRun>
  /** Makes a run that Temporal does not know yet, and gives its id. */
  addRun(graph: Pick<GraphDefinition, 'name' | 'version'>, input: Record<string, unknown>): Promise<string>
  /** Starts the workflow of a run that exists, as the relay does where Temporal has lost it. */
  startAgain(run: string): Promise<TestRun>
  /** Commits a decision as `client.decide` does, telling nobody. False: another was there before. */
  decide(review: string, verb: Verb, answer?: { value?: unknown; node?: string }): Promise<boolean>
  /** Decides and signals. */
  answer(run: TestRun, review: string, verb: Verb, answer?: { value?: unknown; node?: string }): Promise<void>
  tell(run: TestRun, review: string): Promise<void>
  cancel(run: TestRun): Promise<void>
  status(run: string): Promise<string>
  openReviews(run: string): Promise<ReviewRow[]>
  /** Waits until so many reviews of the run are open, and gives them. */
  untilAsked(run: string, reviews: number, deadline?: number): Promise<ReviewRow[]>
  untilStatus(run: string, status: string): Promise<void>
  /** The state of the run's thread now. */
  stateOf(worker: TestWorker, graph: Pick<GraphDefinition, 'name' | 'version'>, run: string): Promise<Record<string, unknown>>
  query<Row extends object>(sql: string, ...values: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

export interface EngineStageInput {
  databaseUrl: string
  /** Temporal's. */
  address: string
  /** The workflows of another stage, to save the time of bundling them again. */
  bundle?: WorkflowBundleOption
  /** After so long without an answer Temporal offers a run to another worker; 10 s by default. */
  workflowTaskTimeout?: '2s'
}

/** Opens a stage on a migrated database; bundles the workflows (about 3 s) where they are neither given nor built. */
export async function openEngineStage({
  databaseUrl,
  address,
  bundle: given,
  workflowTaskTimeout,
}: EngineStageInput): Promise<EngineStage> {
  const [connection, native, bundle] = await Promise.all([
    // A history that makes Temporal suggest to continue as new is longer than gRPC takes by itself.
    Connection.connect({ address, channelArgs: { 'grpc.max_receive_message_length': -1 } }),
    NativeConnection.connect({ address }),
    given ?? loadWorkflowBundle(),
  ])
  const database = connectDatabase(databaseUrl)
  const taskQueue = `stage-${randomUUID()}`
  const client = new Client({ connection })
  const workers: TestWorker[] = []
  const query: EngineStage['query'] = async <Row extends object>(sql: string, ...values: unknown[]) =>
    (await database.pool.query<Row>(sql, values)).rows

  return {
    database,
    client,
    taskQueue,
    bundle,
    query,
    work: async (graphs, options) => {
      const engine = connectEngine({ databaseUrl, graphs, log: pino({ level: 'silent' }) })
      const worker = await createEngineWorker({
        connection: native,
        namespace: 'default',
        bundle,
        deps: engine.deps,
        taskQueue,
        ...options,
      })
      const finished = worker.run()
      let stopped: Promise<void> | undefined
      const stop = async () => {
        worker.shutdown()
        await finished
        await engine.close()
      }
      const entry = { deps: engine.deps, stop: () => (stopped ??= stop()) }
      workers.push(entry)
      return entry
    },
    ...callers(client, { taskQueue, workflowTaskTimeout }, query),
    close: async () => {
      await Promise.all(workers.map((worker) => worker.stop()))
      await native.close()
      await connection.close()
      await database.close()
    },
  }
}

type Callers = Omit<EngineStage, 'database' | 'client' | 'taskQueue' | 'bundle' | 'query' | 'work' | 'close'>

function callers(client: Client, settings: { taskQueue: string; workflowTaskTimeout?: '2s' }, query: EngineStage['query']): Callers {
  const startAgain = async (run: string): Promise<TestRun> => {
    const input: GraphRunInput = { tenant: TENANT, run }
    const options: WorkflowStartOptions = { workflowId: runWorkflowId(TENANT, run), args: [input], ...settings }
    return { run, handle: await client.workflow.start(WORKFLOWS.graphRun, options) }
  }
  const addRun: Callers['addRun'] = async ({ name, version }, input) => {
    const run = newRunId()
    await query(START, run, TENANT, name, version, JSON.stringify(input))
    return run
  }
  const decide: Callers['decide'] = async (review, verb, { value = null, node = null }: { value?: unknown; node?: string | null } = {}) => {
    const decided = await query(DECIDE, review, verb, JSON.stringify(value), node)
    return decided.length === 1
  }
  const tell: Callers['tell'] = ({ handle }, review) => handle.signal(DECIDED_SIGNAL, review)
  const status = async (run: string) => {
    const [row] = await query<{ status: string }>('select status from countersign.runs where id = $1', run)
    return row?.status ?? 'missing'
  }
  const openReviews = (run: string) => query<ReviewRow>(OPEN_REVIEWS, run)
  return {
    startAgain,
    decide,
    tell,
    status,
    openReviews,
    untilStatus: async (run, wanted) => {
      await until(`run ${run} is ${wanted}`, async () => (await status(run)) === wanted)
    },
    untilAsked: (run, reviews, deadline) =>
      until(
        `run ${run} asks ${reviews} times`,
        async () => {
          const open = await openReviews(run)
          return open.length === reviews && open
        },
        deadline,
      ),
    stateOf: async ({ deps }, { name, version }, run) =>
      (await deps.graphs.get(name, version).compiled.getState({ configurable: { thread_id: run } })).values,
    addRun,
    start: async (graph, input) => startAgain(await addRun(graph, input)),
    answer: async (run, review, verb, answer) => {
      if (!(await decide(review, verb, answer))) throw new Error(`review ${review} is not open`)
      await tell(run, review)
    },
    cancel: ({ handle }) => handle.signal(CANCEL_SIGNAL),
  }
}

const OPEN_REVIEWS = `
select id, node, kind, title, request -> 'proposal' as proposal from countersign.reviews
 where run = $1 and status = 'open' order by opened_at, id`

const START = `
with run as (
  insert into countersign.runs (id, tenant, graph, version, title, input, created_by) values ($1, $2, $3, $4, $3, $5, 'tester')
)
insert into countersign.outbox (tenant, topic, run) values ($2, 'start', $1)`

const DECIDE = `
with decided as (
  update countersign.reviews set status = 'decided', decided_at = now(), decided_by = 'tester', verb = $2
   where id = $1 and status = 'open' returning id, tenant, run
), decision as (
  insert into countersign.decisions (id, tenant, review, verb, value, node, by)
  select 'd_' || id, tenant, id, $2, $3, $4, 'tester' from decided
), owed as (
  insert into countersign.outbox (tenant, topic, run, review) select tenant, 'decided', run, id from decided
)
select id from decided`
