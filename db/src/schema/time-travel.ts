import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment, tenant } from './columns.ts'
import { countersign } from './namespace.ts'
import { runs } from './runs.ts'

/**
 * A change of a run's state that a person ordered: of a fork as it starts, or of a run that waits or is parked. Written in the
 * transaction that ordered it; the engine applies it to the checkpoint it names, in the transaction that commits the new one.
 */
export const edits = countersign.table(
  'edits',
  {
    id: text('id').primaryKey(),
    tenant: tenant(),
    run: text('run')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    /** The checkpoint it changes. */
    checkpoint: text('checkpoint').notNull(),
    /** LangGraph's checkpoint namespace; empty for the graph itself, else that of a subgraph. */
    namespace: text('namespace').notNull().default(''),
    /** The whole new value of each changed key. */
    values: jsonb('values').$type<Record<string, unknown>>().notNull(),
    /** As if this node had written it: its edges say what runs next. Null: what was to run next still is. */
    asNode: text('as_node'),
    reason: text('reason'),
    by: text('by').notNull(),
    clientKey: text('client_key'),
    createdAt: moment('created_at').notNull().defaultNow(),
    appliedAt: moment('applied_at'),
    /** The checkpoint that it made. */
    made: text('made'),
  },
  (t) => [
    uniqueIndex('edits_client_key').on(t.tenant, t.clientKey),
    index('edits_by_run').on(t.run, t.checkpoint),
    index('edits_pending').on(t.run).where(sql`applied_at is null`),
  ],
)

/** What a replayed run would have written outside its state, had it been a real one. */
export const recordedEffects = countersign.table(
  'recorded_effects',
  {
    tenant: tenant(),
    run: text('run')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    task: text('task').notNull(),
    node: text('node').notNull(),
    /** What kind of effect, by the name its node gave it: `index`, `review`, `webhook` … */
    name: text('name').notNull(),
    /** Counts the effects of one task. */
    ordinal: integer('ordinal').notNull(),
    data: jsonb('data').$type<unknown>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.run, t.task, t.ordinal] })],
)

export const STALL_REASONS = ['decided_not_resumed', 'not_started', 'no_worker', 'heartbeat_lost', 'workflow_lost'] as const

/** Runs that nothing moves, as the watchdog saw them last; a row goes when the run moves again or ends. */
export const stalls = countersign.table(
  'stalls',
  {
    tenant: tenant(),
    run: text('run')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    reason: text('reason', { enum: STALL_REASONS }).notNull(),
    /** Node, queue, review: ids and small values that say more. */
    data: jsonb('data').$type<Record<string, string>>().notNull().default({}),
    /** Since when nothing has moved. */
    since: moment('since').notNull(),
    seenAt: moment('seen_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.run] }), index('stalls_by_tenant').on(t.tenant, t.since)],
)

export const RETENTION_KEEPS = ['all', 'ends', 'none'] as const

/** How long the checkpoints of ended runs are kept. `graph` `*`: of every graph that has no policy of its own. */
export const retentionPolicies = countersign.table(
  'retention_policies',
  {
    tenant: tenant(),
    graph: text('graph').notNull(),
    /** Days after the end of a run until its checkpoints are thinned. */
    days: integer('days').notNull(),
    /** What stays then: all checkpoints, the first and the last, or none (the run's row, reviews and audit entries stay). */
    keep: text('keep', { enum: RETENTION_KEEPS }).notNull(),
    updatedBy: text('updated_by').notNull(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.tenant, t.graph] })],
)

/** What one application of the retention policies removed; counted up in the transactions that remove. */
export const retentionSweeps = countersign.table(
  'retention_sweeps',
  {
    id: text('id').primaryKey(),
    tenant: tenant(),
    by: text('by').notNull(),
    runs: integer('runs').notNull(),
    checkpoints: integer('checkpoints').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    at: moment('at').notNull().defaultNow(),
    /** When it last removed something: one that is silent for long has died. */
    touchedAt: moment('touched_at').notNull().defaultNow(),
    endedAt: moment('ended_at'),
  },
  (t) => [index('retention_sweeps_by_age').on(t.tenant, t.at)],
)
