import { connectDatabase, createPostgresStore, type Database } from '@countersign/db'
import { type Cursor, newEditId, newRunId, type TaskCall, type TaskResult, type Verb, type Wait } from '@countersign/workflows/contract'
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint'
import { pino } from 'pino'
import type { GraphDefinition } from '../define-graph.ts'
import type { EngineDeps } from '../engine-deps.ts'
import { createGraphRegistry } from '../graph-registry.ts'
import { LocalStore } from '../local-store/local-store.ts'
import { ADVANCE, BEGIN } from '../pseudo-tasks.ts'
import { runTask } from '../run-task.ts'

export const TENANT = 'test'

export interface TestEngine {
  deps: EngineDeps
  database: Database
  close(): Promise<void>
}

/** The engine on a real database, for tests and benchmarks. */
export function connectTestEngine(url: string, graphs: GraphDefinition[], worker = 'test'): TestEngine {
  const database = connectDatabase(url, { pipeline: true })
  const claims = connectDatabase(`${url}?options=-c%20synchronous_commit%3Doff`)
  const store = createPostgresStore({ pool: database.pool, claims: claims.pool })
  return {
    deps: { store, graphs: createGraphRegistry(graphs, store.saver), log: pino({ level: 'silent' }), worker },
    database,
    close: async () => {
      await claims.close()
      await database.close()
    },
  }
}

/** What a test needs of a tier: the engine, and the caller's side of runs and reviews. */
export interface Tier {
  deps: EngineDeps
  addRun(graph: GraphDefinition, input: Record<string, unknown>): Promise<string>
  status(run: string): Promise<string>
  /** The question of an open review, as the node asked it. */
  question(review: string): Promise<unknown>
  answer(review: string, verb: Verb, value?: unknown, node?: string): Promise<void>
  /** Changes the state of a run that waits or is parked. */
  edit(run: string, values: Record<string, unknown>, asNode?: string): Promise<void>
  close(): Promise<void>
}

/** The tier that production runs on. */
export function postgresTier(url: string, graphs: GraphDefinition[]): Tier {
  const { deps, database, close } = connectTestEngine(url, graphs)
  const one = async (sql: string, id: string) => (await database.pool.query(sql, [id])).rows[0]?.value
  return {
    deps,
    addRun: (graph, input) => insertRun(database, graph, input),
    status: (run) => one('select status as value from countersign.runs where id = $1', run),
    question: (review) => one(`select request -> 'proposal' as value from countersign.reviews where id = $1`, review),
    answer: (review, verb, value, node) => answer(database, review, verb, value, node),
    edit: async (run, values, asNode) => {
      await database.pool.query(EDIT, [newEditId(), run, JSON.stringify(values), asNode ?? null])
    },
    close,
  }
}

/** The engine before another of LangGraph's savers. */
export function localTier(checkpoints: BaseCheckpointSaver, graphs: GraphDefinition[]): Tier {
  const store = new LocalStore(checkpoints)
  return {
    deps: { store, graphs: createGraphRegistry(graphs, store.saver), log: pino({ level: 'silent' }), worker: 'test' },
    addRun: async (graph, input) => store.addRun(graph, input),
    status: async (run) => store.status(run),
    question: async (review) => store.request(review).proposal,
    answer: async (review, verb, value, node) => store.answer(review, verb, value, node),
    edit: async (run, values, asNode) => store.edit(run, values, asNode),
    close: async () => undefined,
  }
}

/** What `client.editRun` writes, but for its audit entry. */
const EDIT = `
with held as (
  update countersign.runs set status = 'running', error = null where id = $2 and status in ('waiting', 'parked') returning tenant, checkpoint
), withdrawn as (
  update countersign.reviews set status = 'withdrawn' where run = $2 and status = 'open'
), owed as (
  insert into countersign.outbox (tenant, topic, run, review) select tenant, 'edited', $2, $1 from held
)
insert into countersign.edits (id, tenant, run, checkpoint, values, as_node, by) select $1, tenant, $2, checkpoint, $3, $4, 'tester' from held`

/** Inserts a run as `client.startRun` does, without telling Temporal. */
export async function insertRun(database: Database, { name, version }: { name: string; version: string }, input: unknown): Promise<string> {
  const run = newRunId()
  await database.pool.query(
    `insert into countersign.runs (id, tenant, graph, version, title, input, created_by) values ($1, $2, $3, $4, $3, $5, 'tester')`,
    [run, TENANT, name, version, JSON.stringify(input)],
  )
  return run
}

/** Answers a review as `client.decide` does. */
export async function answer(database: Database, review: string, verb: Verb, value: unknown = null, node?: string): Promise<void> {
  const { rowCount } = await database.pool.query(
    `with decided as (update countersign.reviews set status = 'decided', decided_at = now(), decided_by = 'tester', verb = $2 where id = $1 and status = 'open' returning tenant)
     insert into countersign.decisions (id, tenant, review, verb, value, node, by) select 'd_' || $1, tenant, $1, $2, $3, $4, 'tester' from decided`,
    [review, verb, JSON.stringify(value), node ?? null],
  )
  if (rowCount !== 1) throw new Error(`review ${review} is not open`)
}

let activity = 0

/** One activity call, as the worker makes it. */
export function callTask(deps: EngineDeps, call: TaskCall & { node: string }, activityAttempt = 1): Promise<TaskResult> {
  activity += 1
  return runTask(deps, {
    ...call,
    activity: `a${activity}`,
    activityAttempt,
    heartbeat: () => undefined,
    signal: new AbortController().signal,
  })
}

/**
 * Drives a run as the workflow does, one activity call after the other, until it is done or only waits.
 * `order` says which of the ready tasks goes first. Several engines take turns, as workers do.
 */
export async function drive(
  engines: EngineDeps | EngineDeps[],
  run: string,
  order: (tasks: string[]) => string[] = (tasks) => tasks,
): Promise<Cursor> {
  const turns = turnsOf(engines)
  const call = (checkpoint: string, task: string, node: string) => callTask(turns(), { tenant: TENANT, run, checkpoint, task, node })
  let cursor = await cursorOf(call('', BEGIN, BEGIN))
  for (let passes = 0, at = cursor.checkpoint; cursor.status !== 'done'; passes++) {
    if (cursor.checkpoint !== at) [passes, at] = [0, cursor.checkpoint]
    if (passes > 500) throw new Error(`the run ${run} does not get on`)
    let next: Cursor | undefined
    const { checkpoint } = cursor
    const ready = cursor.ready.flatMap(({ node, tasks }) => tasks.map((task) => ({ node, task })))
    if (ready.length === 0 && cursor.waiting > 0) return cursor
    const waits: Wait[] = [...cursor.waits]
    for (const task of order(ready.map(({ task }) => task))) {
      const node = ready.find((entry) => entry.task === task)?.node ?? ''
      const result = await call(checkpoint, task, node)
      if ('cursor' in result) next = result.cursor
      if ('waits' in result) waits.push(...result.waits)
    }
    if (next) cursor = next
    else cursor = await cursorOf(call(checkpoint, ADVANCE, ADVANCE))
    if (cursor.checkpoint === checkpoint && cursor.waiting > 0 && cursor.ready.length === 0) return cursor
  }
  return cursor
}

function turnsOf(engines: EngineDeps | EngineDeps[]): () => EngineDeps {
  const all = [engines].flat()
  let turn = 0
  return () => {
    const engine = all[turn++ % all.length]
    if (!engine) throw new Error('there is no engine')
    return engine
  }
}

async function cursorOf(result: Promise<TaskResult>): Promise<Cursor> {
  const settled = await result
  if (!('cursor' in settled)) throw new Error('expected a cursor')
  return settled.cursor
}
