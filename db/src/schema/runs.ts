import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment, tenant } from './columns.ts'
import { countersign } from './namespace.ts'

export const RUN_STATUSES = ['running', 'waiting', 'parked', 'done', 'aborted', 'cancelled'] as const
export type RunStatus = (typeof RUN_STATUSES)[number]

export interface RunError {
  code: string
  message: string
  node: string | null
  /** The open review that parked the run: nobody decided it in time. */
  review?: string
}

/** How a fork began, beside its parent's checkpoint. */
export interface RunFork {
  /** Step of the parent's checkpoint. */
  step: number
  /** The subgraph it goes on in, by LangGraph's namespace. */
  namespace?: string
  /** With `namespace`: the checkpoint of the graph itself that it stands at. */
  root?: string
  /** The only nodes that run anew of those that were next; what the others had written was taken along. */
  nodes?: string[]
  /** Keys of the state that were changed. */
  edited?: string[]
  reason?: string
}

/** One row per run. `checkpoint` is the head that the next commit must start from: the fence compares and swaps it. */
export const runs = countersign.table(
  'runs',
  {
    id: text('id').primaryKey(),
    tenant: tenant(),
    graph: text('graph').notNull(),
    version: text('version').notNull(),
    title: text('title').notNull(),
    status: text('status', { enum: RUN_STATUSES }).notNull().default('running'),
    /** The graph's input, as JSON; small: ids and settings, files are in the blob store. */
    input: jsonb('input').$type<unknown>().notNull(),
    checkpoint: text('checkpoint'),
    step: integer('step').notNull().default(-2),
    /** Nodes that run next or wait. */
    next: text('next').array().notNull().default(sql`'{}'::text[]`),
    document: text('document'),
    parentRun: text('parent_run'),
    parentCheckpoint: text('parent_checkpoint'),
    /** The oldest ancestor of a fork: what all runs of one tree have in common. */
    root: text('root'),
    fork: jsonb('fork').$type<RunFork | null>(),
    /** A replay: what it would write outside its state is recorded instead, and nobody is asked. */
    sandbox: boolean('sandbox').notNull().default(false),
    /** Forks that were made together share it. */
    bulk: text('bulk'),
    /** Legal hold: nothing of it is deleted. */
    hold: boolean('hold').notNull().default(false),
    /** Retention has begun to take its checkpoints away: only the first and the last stay (`ends`), or none does. */
    thinned: text('thinned', { enum: ['ends', 'none'] }),
    /** Since when all that was to go is gone; null while it is not. */
    thinnedAt: moment('thinned_at'),
    error: jsonb('error').$type<RunError | null>(),
    /** The run is done, but not all of its input could be read: which parts, as a sentence. */
    partial: text('partial'),
    createdBy: text('created_by').notNull(),
    clientKey: text('client_key'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    finishedAt: moment('finished_at'),
  },
  (t) => [
    index('runs_by_status').on(t.tenant, t.status, t.createdAt.desc(), t.id),
    index('runs_by_age').on(t.tenant, t.createdAt.desc(), t.id),
    index('runs_by_document').on(t.tenant, t.document),
    uniqueIndex('runs_client_key').on(t.tenant, t.clientKey),
    // Nothing that a step changes, or every commit would write to it.
    index('runs_running').on(t.id).where(sql`status = 'running'`),
    index('runs_by_root').on(t.tenant, t.root, t.createdAt).where(sql`root is not null`),
    index('runs_by_parent').on(t.tenant, t.parentRun).where(sql`parent_run is not null`),
    index('runs_by_bulk').on(t.tenant, t.bulk, t.createdAt).where(sql`bulk is not null`),
    index('runs_ended').on(t.tenant, t.graph, t.finishedAt).where(sql`finished_at is not null`),
  ],
)

export const ATTEMPT_STATUSES = ['running', 'done', 'waiting', 'failed', 'superseded'] as const

/**
 * One row per attempt of a task. The newest attempt of a task holds the fence: only it may write.
 * `fence` counts up per task; `activity` and `activityAttempt` are Temporal's.
 */
export const attempts = countersign.table(
  'attempts',
  {
    tenant: tenant(),
    run: text('run')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    checkpoint: text('checkpoint').notNull(),
    task: text('task').notNull(),
    fence: integer('fence').notNull(),
    /** Random, so that a claim lost in a crash of Postgres cannot be mistaken for a later one with the same number. */
    token: text('token').notNull(),
    node: text('node').notNull(),
    step: integer('step').notNull(),
    activity: text('activity').notNull(),
    activityAttempt: integer('activity_attempt').notNull(),
    worker: text('worker').notNull(),
    status: text('status', { enum: ATTEMPT_STATUSES }).notNull().default('running'),
    error: jsonb('error').$type<{ code: string; message: string; stack?: string } | null>(),
    startedAt: moment('started_at').notNull().defaultNow(),
    finishedAt: moment('finished_at'),
    /** What its calls of language models cost, as the models reported it; null where it called none. */
    usage: jsonb('usage').$type<TokenUsage | null>(),
  },
  (t) => [primaryKey({ columns: [t.run, t.checkpoint, t.task, t.fence] })],
)

/**
 * Files that a run put into the blob store, noted before they are written. With them a deleted document's files are found, and those
 * that another run has too stay.
 */
export const runFiles = countersign.table(
  'run_files',
  {
    tenant: tenant(),
    run: text('run')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    hash: text('hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.run, t.hash] }), index('run_files_by_hash').on(t.hash)],
)

/** What a worker registered: name, version, drawing. Callers read graphs from here, never from code. */
export const graphs = countersign.table(
  'graphs',
  {
    name: text('name').notNull(),
    version: text('version').notNull(),
    drawing: jsonb('drawing').$type<GraphDrawing>().notNull(),
    /** JSON Schema of the state: every key that a graph has, with its type where the graph says it. */
    stateSchema: jsonb('state_schema').$type<Record<string, unknown>>().notNull().default({}),
    /** Versions whose waiting runs it takes over (`migrate`). */
    migratesFrom: text('migrates_from').array().notNull().default(sql`'{}'::text[]`),
    /** Task queues of the nodes that have one of their own, by node. */
    queues: jsonb('queues').$type<Record<string, string>>().notNull().default({}),
    registeredAt: moment('registered_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.name, t.version] })],
)

/** Worker processes that are there now: each says so every few seconds; one that is silent is dead, frozen or cut off. */
export const workers = countersign.table(
  'workers',
  {
    /** Also its name in the attempts it makes and among Temporal's pollers. */
    id: text('id').primaryKey(),
    queues: text('queues').array().notNull(),
    /** `name@version` of the graphs it knows. */
    graphs: text('graphs').array().notNull(),
    /** Its clock minus Postgres's, in milliseconds. */
    clockMs: integer('clock_ms').notNull().default(0),
    startedAt: moment('started_at').notNull().defaultNow(),
    seenAt: moment('seen_at').notNull().defaultNow(),
  },
  (t) => [index('workers_by_seen').on(t.seenAt)],
)

/** Tokens that went into language models and came out of them, and in how many calls. */
export interface TokenUsage {
  input: number
  output: number
  calls: number
}

export interface GraphDrawing {
  nodes: { id: string; kind: 'start' | 'end' | 'node' | 'subgraph' }[]
  edges: { from: string; to: string; conditional: boolean; label?: string }[]
  mermaid: string
}
