import { sql } from 'drizzle-orm'
import { bigserial, index, integer, jsonb, real, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment, tenant } from './columns.ts'
import { countersign } from './namespace.ts'
import { runs } from './runs.ts'

export const REVIEW_STATUSES = ['open', 'decided', 'withdrawn'] as const

/**
 * One row per interrupt a person must answer, written in the transaction that commits the interrupt.
 * `interrupt` is LangGraph's interrupt id (unique per task and per `interrupt()` call in it), `incident:<fence>` for a
 * parked task, `breakpoint` for a static interrupt.
 */
export const reviews = countersign.table(
  'reviews',
  {
    id: text('id').primaryKey(),
    tenant: tenant(),
    run: text('run')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    checkpoint: text('checkpoint').notNull(),
    task: text('task').notNull(),
    node: text('node').notNull(),
    interrupt: text('interrupt').notNull(),
    kind: text('kind').notNull(),
    status: text('status', { enum: REVIEW_STATUSES }).notNull().default('open'),
    title: text('title').notNull(),
    reason: text('reason').notNull(),
    /** The whole ReviewRequest (workflows/contract). */
    request: jsonb('request').$type<unknown>().notNull(),
    /** sha256 of what a reviewer is shown; a decision may be bound to it. */
    shownHash: text('shown_hash').notNull(),
    document: text('document'),
    documentType: text('document_type'),
    /** Lowest confidence among the doubtful fields, for sorting; null where there is none. */
    confidence: real('confidence'),
    openedAt: moment('opened_at').notNull().defaultNow(),
    dueAt: moment('due_at'),
    decidedAt: moment('decided_at'),
    decidedBy: text('decided_by'),
    verb: text('verb'),
  },
  (t) => [
    uniqueIndex('reviews_of_interrupt').on(t.run, t.checkpoint, t.task, t.interrupt),
    index('reviews_open').on(t.tenant, t.openedAt, t.id).where(sql`status = 'open'`),
    index('reviews_open_kind').on(t.tenant, t.kind, t.openedAt, t.id).where(sql`status = 'open'`),
    index('reviews_by_run').on(t.tenant, t.run),
  ],
)

/** The answer to a review, exactly one. `appliedAt`: the run has taken it in; until then the relay repeats the signal. */
export const decisions = countersign.table(
  'decisions',
  {
    id: text('id').primaryKey(),
    tenant: tenant(),
    review: text('review')
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    verb: text('verb').notNull(),
    value: jsonb('value').$type<unknown>(),
    reason: text('reason'),
    node: text('node'),
    by: text('by').notNull(),
    clientKey: text('client_key'),
    shownHash: text('shown_hash'),
    createdAt: moment('created_at').notNull().defaultNow(),
    appliedAt: moment('applied_at'),
  },
  (t) => [uniqueIndex('decisions_one_per_review').on(t.review), uniqueIndex('decisions_client_key').on(t.tenant, t.clientKey)],
)

/** Append-only record of what people and the machine did. Written in the transaction that did it. */
export const audit = countersign.table(
  'audit',
  {
    seq: bigserial('seq', { mode: 'number' }).primaryKey(),
    tenant: tenant(),
    at: moment('at').notNull().defaultNow(),
    actor: text('actor').notNull(),
    event: text('event').notNull(),
    run: text('run'),
    review: text('review'),
    document: text('document'),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
  },
  (t) => [index('audit_by_run').on(t.tenant, t.run, t.seq)],
)

export const OUTBOX_TOPICS = ['start', 'decided', 'cancel'] as const

/** Messages owed to Temporal, written with what caused them; the relay repeats each until it is acknowledged (`doneAt`). */
export const outbox = countersign.table(
  'outbox',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    tenant: tenant(),
    topic: text('topic', { enum: OUTBOX_TOPICS }).notNull(),
    run: text('run').notNull(),
    review: text('review'),
    attempts: integer('attempts').notNull().default(0),
    nextAt: moment('next_at').notNull().defaultNow(),
    lastError: text('last_error'),
    createdAt: moment('created_at').notNull().defaultNow(),
    doneAt: moment('done_at'),
  },
  (t) => [index('outbox_due').on(t.nextAt).where(sql`done_at is null`), index('outbox_by_run').on(t.run)],
)
