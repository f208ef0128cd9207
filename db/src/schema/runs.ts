import { sql } from 'drizzle-orm'
import { index, integer, jsonb, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
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

/** What a worker registered: name, version, drawing. Callers read graphs from here, never from code. */
export const graphs = countersign.table(
  'graphs',
  {
    name: text('name').notNull(),
    version: text('version').notNull(),
    drawing: jsonb('drawing').$type<GraphDrawing>().notNull(),
    registeredAt: moment('registered_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.name, t.version] })],
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
