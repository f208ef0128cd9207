import { sql } from 'drizzle-orm'
import { bigint, bigserial, boolean, index, integer, jsonb, primaryKey, real, text, uniqueIndex } from 'drizzle-orm/pg-core'
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
    /** The run's graph, when it was opened. A trigger of the table writes it, `code` and `incidentGroup`. */
    graph: text('graph').notNull().default(''),
    /** Of an incident: the error's code. */
    code: text('code'),
    /** Incidents of one graph, version, node, code and message have it in common; numbers and ids in messages do not count. */
    incidentGroup: text('incident_group'),
    interrupt: text('interrupt').notNull(),
    kind: text('kind').notNull(),
    status: text('status', { enum: REVIEW_STATUSES }).notNull().default('open'),
    title: text('title').notNull(),
    /** The title by code and values (workflows/contract), where the product made it and not a graph. */
    titleSays: jsonb('title_says').$type<unknown>(),
    reason: text('reason').notNull(),
    /** The whole ReviewRequest (workflows/contract). */
    request: jsonb('request').$type<unknown>().notNull(),
    /** sha256 of what a reviewer is shown; a decision may be bound to it. */
    shownHash: text('shown_hash').notNull(),
    document: text('document'),
    documentType: text('document_type'),
    /** Lowest confidence among the doubtful fields, for sorting; null where there is none. */
    confidence: real('confidence'),
    /** How many fields are below their threshold. */
    doubts: integer('doubts').notNull().default(0),
    openedAt: moment('opened_at').notNull().defaultNow(),
    dueAt: moment('due_at'),
    decidedAt: moment('decided_at'),
    decidedBy: text('decided_by'),
    verb: text('verb'),
    /** The policy in force (workflows/contract), merged from tenant, graph, document type and request when it was opened. */
    policy: jsonb('policy').$type<unknown>().notNull().default({}),
    /** Who may decide now: any of these roles, or any of these people. */
    roles: text('roles').array().notNull().default(sql`'{reviewer,approver}'::text[]`),
    users: text('users').array().notNull().default(sql`'{}'::text[]`),
    /** Who may not, whatever their role. */
    excluded: text('excluded').array().notNull().default(sql`'{}'::text[]`),
    quorum: integer('quorum').notNull().default(1),
    /** Answers of the quorum differ: one person of the policy's role settles it. */
    disputed: boolean('disputed').notNull().default(false),
    priority: integer('priority').notNull().default(0),
    /** The priority turned round, so that the list by priority is read upwards like every other. */
    rank: integer('rank').notNull().generatedAlwaysAs(sql`-priority`),
    /** Whom it was given to; says where it is shown first, not who may decide. */
    assignee: text('assignee'),
    /** A lease: nobody else may decide before `claimedUntil`. */
    claimedBy: text('claimed_by'),
    claimedUntil: moment('claimed_until'),
    /** Counts the times it was sent back for a second look; votes and decisions of earlier rounds stay as they were. */
    round: integer('round').notNull().default(1),
    /** How many of the deadline's steps have been taken; the last resort counts as one. */
    deadlineSteps: integer('deadline_steps').notNull().default(0),
  },
  (t) => [
    uniqueIndex('reviews_of_interrupt').on(t.run, t.checkpoint, t.task, t.interrupt),
    index('reviews_open').on(t.tenant, t.openedAt, t.id).where(sql`status = 'open'`),
    index('reviews_open_kind').on(t.tenant, t.kind, t.openedAt, t.id).where(sql`status = 'open'`),
    index('reviews_open_type').on(t.tenant, t.documentType, t.openedAt, t.id).where(sql`status = 'open'`),
    index('reviews_open_rank').on(t.tenant, t.rank, t.openedAt, t.id).where(sql`status = 'open'`),
    // Not `coalesce`, which row-level security takes for leaky and keeps out of index conditions.
    index('reviews_open_due')
      .on(t.tenant, sql`(case when due_at is null then 'infinity'::timestamptz else due_at end)`, t.openedAt, t.id)
      .where(sql`status = 'open'`),
    index('reviews_open_confidence')
      .on(t.tenant, sql`(case when confidence is null then 2::real else confidence end)`, t.openedAt, t.id)
      .where(sql`status = 'open'`),
    index('reviews_open_claimed').on(t.tenant, t.claimedBy, t.openedAt, t.id).where(sql`status = 'open' and claimed_by is not null`),
    index('reviews_open_assigned').on(t.tenant, t.assignee, t.openedAt, t.id).where(sql`status = 'open' and assignee is not null`),
    index('reviews_open_counts').on(t.tenant, t.kind, t.documentType).where(sql`status = 'open'`),
    index('reviews_open_title').using('gin', sql`title gin_trgm_ops`).where(sql`status = 'open'`),
    index('reviews_open_graph').on(t.tenant, t.graph, t.node, t.openedAt, t.id).where(sql`status = 'open'`),
    index('reviews_open_code').on(t.tenant, t.code, t.openedAt, t.id).where(sql`status = 'open' and code is not null`),
    index('reviews_open_group').on(t.tenant, t.incidentGroup, t.openedAt, t.id).where(sql`status = 'open' and incident_group is not null`),
    index('reviews_closed').on(t.tenant, t.openedAt, t.id).where(sql`status <> 'open'`),
    index('reviews_by_run').on(t.tenant, t.run),
  ],
)

/** What reviewers were shown, by hash: the request as it was when a decision was made or before it changed. */
export const shown = countersign.table(
  'shown',
  {
    tenant: tenant(),
    hash: text('hash').notNull(),
    request: jsonb('request').$type<unknown>().notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.tenant, t.hash] })],
)

/** The answers of several people to one review that needs more than one; the decision is made when enough of them agree. */
export const votes = countersign.table(
  'votes',
  {
    id: text('id').primaryKey(),
    tenant: tenant(),
    review: text('review')
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    round: integer('round').notNull(),
    verb: text('verb').notNull(),
    value: jsonb('value').$type<unknown>(),
    reason: text('reason'),
    node: text('node'),
    by: text('by').notNull(),
    clientKey: text('client_key'),
    shownHash: text('shown_hash').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('votes_one_per_person').on(t.review, t.round, t.by), uniqueIndex('votes_client_key').on(t.tenant, t.clientKey)],
)

export const comments = countersign.table(
  'comments',
  {
    id: text('id').primaryKey(),
    tenant: tenant(),
    review: text('review')
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    author: text('author').notNull(),
    body: text('body').notNull(),
    /** People named with an @ who exist in the tenant. */
    mentions: text('mentions').array().notNull().default(sql`'{}'::text[]`),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [index('comments_of_review').on(t.tenant, t.review, t.createdAt)],
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
    /** The default of the policy, because nobody decided in time. */
    byDefault: boolean('by_default').notNull().default(false),
    /** Where a person found the values that were changed, by field name. */
    evidence: jsonb('evidence').$type<unknown>(),
    /** Sent back for a second look before the run had taken it in. */
    withdrawnAt: moment('withdrawn_at'),
  },
  (t) => [
    uniqueIndex('decisions_one_per_review').on(t.review).where(sql`withdrawn_at is null`),
    uniqueIndex('decisions_client_key').on(t.tenant, t.clientKey),
  ],
)

/**
 * Append-only record of what people and the machine did. Written in the transaction that did it; sealed a moment later, in the order
 * of `seq`: `position` counts the tenant's entries without a gap, `mac` is the entry's seal (client/src/audit/seal-entry.ts). A trigger refuses every
 * other change.
 */
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
    position: bigint('position', { mode: 'number' }),
    mac: text('mac'),
  },
  (t) => [
    index('audit_by_run').on(t.tenant, t.run, t.seq),
    index('audit_by_review').on(t.tenant, t.review, t.seq),
    index('audit_by_age').on(t.tenant, t.seq),
    index('audit_by_actor').on(t.tenant, t.actor, t.seq),
    index('audit_by_event').on(t.tenant, t.event, t.seq),
    uniqueIndex('audit_by_position').on(t.tenant, t.position),
    index('audit_unsealed').on(t.seq).where(sql`mac is null`),
  ],
)

/** `clock`: the deadline of a review was set, moved or is no longer needed. `batch`: a batch of decisions is to be run; `run` holds its id. `edited`: the run's state was changed, its workflow is to look again. */
export const OUTBOX_TOPICS = ['start', 'decided', 'cancel', 'clock', 'batch', 'edited'] as const

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
