import { sql } from 'drizzle-orm'
import { bigint, bigserial, boolean, index, integer, jsonb, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment, tenant } from './columns.ts'
import { countersign } from './namespace.ts'

/** A tenant's policies: `scope` is `default`, `graph:NAME` or `type:DOCUMENT_TYPE`. */
export const reviewPolicies = countersign.table(
  'review_policies',
  {
    tenant: tenant(),
    scope: text('scope').notNull(),
    policy: jsonb('policy').$type<unknown>().notNull(),
    updatedBy: text('updated_by').notNull(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.tenant, t.scope] })],
)

/** An inbox view that somebody saved: the query string of the inbox under a name. */
export const savedViews = countersign.table(
  'saved_views',
  {
    id: text('id').primaryKey(),
    tenant: tenant(),
    owner: text('owner').notNull(),
    name: text('name').notNull(),
    query: text('query').notNull(),
    /** Everybody of the tenant sees it. */
    shared: boolean('shared').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('saved_views_name').on(t.tenant, t.owner, t.name)],
)

export const BATCH_STATUSES = ['preview', 'running', 'stopped', 'done'] as const
export const BATCH_ITEM_STATUSES = ['pending', 'decided', 'refused'] as const

/** One answer for many reviews: listed when it was made, decided one by one when it is run. */
export const batches = countersign.table(
  'batches',
  {
    id: text('id').primaryKey(),
    tenant: tenant(),
    createdBy: text('created_by').notNull(),
    /** The roles its maker had when it was started: each item is decided as that person. */
    roles: text('roles').array().notNull().default(sql`'{}'::text[]`),
    verb: text('verb').notNull(),
    reason: text('reason'),
    /** For `edit`: the new values of keys of the state. */
    value: jsonb('value').$type<unknown>(),
    /** For `skip`: the node to go on with. */
    node: text('node'),
    /** The filter that listed the reviews; null where they were picked one by one. */
    filter: jsonb('filter').$type<unknown>(),
    status: text('status', { enum: BATCH_STATUSES }).notNull().default('preview'),
    createdAt: moment('created_at').notNull().defaultNow(),
    startedAt: moment('started_at'),
    finishedAt: moment('finished_at'),
  },
  (t) => [index('batches_by_age').on(t.tenant, t.createdAt.desc(), t.id)],
)

export const batchItems = countersign.table(
  'batch_items',
  {
    tenant: tenant(),
    batch: text('batch')
      .notNull()
      .references(() => batches.id, { onDelete: 'cascade' }),
    review: text('review').notNull(),
    ordinal: integer('ordinal').notNull(),
    /** What it showed when the batch was made: decided only if it still does. */
    shownHash: text('shown_hash').notNull(),
    /** Why it stands out from the others of the batch; empty where it does not. */
    odd: text('odd').array().notNull().default(sql`'{}'::text[]`),
    /** The same by code and values (workflows/contract), one for each. */
    oddSays: jsonb('odd_says').$type<unknown>().notNull().default([]),
    status: text('status', { enum: BATCH_ITEM_STATUSES }).notNull().default('pending'),
    /** Where it was refused: the error's code and sentence. */
    code: text('code'),
    message: text('message'),
    says: jsonb('says').$type<unknown>(),
    decidedAt: moment('decided_at'),
  },
  (t) => [primaryKey({ columns: [t.batch, t.review] }), index('batch_items_by_status').on(t.batch, t.status, t.ordinal)],
)

export const DELIVERY_STATUSES = ['pending', 'sent', 'dead'] as const

/** One notification for one receiver of one channel; made with the seal of the audit entry it tells about, so never twice. */
export const deliveries = countersign.table(
  'deliveries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    tenant: tenant(),
    /** `seq` of the audit entry. */
    entry: bigint('entry', { mode: 'number' }).notNull(),
    event: text('event').notNull(),
    /** Name of the channel in the installation's notification settings. */
    channel: text('channel').notNull(),
    /** A person, or empty for a channel that speaks to all. */
    recipient: text('recipient').notNull().default(''),
    run: text('run'),
    review: text('review'),
    status: text('status', { enum: DELIVERY_STATUSES }).notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    nextAt: moment('next_at').notNull().defaultNow(),
    lastError: text('last_error'),
    createdAt: moment('created_at').notNull().defaultNow(),
    sentAt: moment('sent_at'),
  },
  (t) => [
    uniqueIndex('deliveries_once').on(t.tenant, t.entry, t.channel, t.recipient),
    index('deliveries_due').on(t.nextAt).where(sql`status = 'pending'`),
    index('deliveries_by_status').on(t.tenant, t.status, t.id),
  ],
)
