import { CHUNK_KINDS, DOCUMENT_KINDS, type PageFacts, type PageLine } from '@countersign/workflows/contract'
import { sql } from 'drizzle-orm'
import { bigint, bigserial, boolean, index, integer, jsonb, primaryKey, real, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment, tenant, vector } from './columns.ts'
import { countersign } from './namespace.ts'

export const VETTING = ['none', 'machine', 'person'] as const

/**
 * One row per document of a tenant. `hash` is the sha256 of the newest bytes received; the `indexed*` columns
 * say what is searchable now, which stays the older revision until the newer one is indexed.
 */
export const documents = countersign.table(
  'documents',
  {
    id: text('id').primaryKey(),
    tenant: tenant(),
    hash: text('hash').notNull(),
    name: text('name').notNull(),
    kind: text('kind', { enum: DOCUMENT_KINDS }).notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** The run that last ingested it. */
    run: text('run'),
    documentType: text('document_type'),
    language: text('language'),
    pages: integer('pages'),
    /** Fields as finally accepted: the extraction (value, confidence, evidence per field). */
    extraction: jsonb('extraction').$type<unknown>(),
    vetted: text('vetted', { enum: VETTING }).notNull().default('none'),
    indexedHash: text('indexed_hash'),
    indexedRun: text('indexed_run'),
    /** run/task that wrote the chunks: a repeated attempt finds its own mark and changes nothing. */
    indexedEffect: text('indexed_effect'),
    indexedAt: moment('indexed_at'),
    /** Legal hold: neither it nor its runs are deleted. */
    hold: boolean('hold').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('documents_hash').on(t.tenant, t.hash), index('documents_by_age').on(t.tenant, t.createdAt.desc(), t.id)],
)

/** Where a document came from: a path or a URL. The same bytes under two names are one document with two sources. */
export const documentSources = countersign.table(
  'document_sources',
  {
    tenant: tenant(),
    uri: text('uri').notNull(),
    document: text('document')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    seenAt: moment('seen_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.tenant, t.uri] }), index('sources_by_document').on(t.tenant, t.document)],
)

/** Pages as read from one revision (`hash`) of a document: size in points, picture in the blob store, text in reading order. */
export const documentPages = countersign.table(
  'document_pages',
  {
    tenant: tenant(),
    document: text('document')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    hash: text('hash').notNull(),
    page: integer('page').notNull(),
    width: real('width').notNull(),
    height: real('height').notNull(),
    image: text('image'),
    imageType: text('image_type'),
    text: text('text').notNull(),
    /** Lines with their boxes as fractions of the page: what the console selects and the extractor reads. */
    lines: jsonb('lines').$type<PageLine[]>().notNull(),
    facts: jsonb('facts').$type<PageFacts>().notNull().default({}),
  },
  (t) => [
    primaryKey({ columns: [t.document, t.hash, t.page] }),
    index('pages_by_image').on(t.tenant, t.image).where(sql`image is not null`),
  ],
)

/** A searchable piece of a document. */
export const chunks = countersign.table(
  'chunks',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    tenant: tenant(),
    index: text('index_name').notNull().default('default'),
    document: text('document')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    ordinal: integer('ordinal').notNull(),
    text: text('text').notNull(),
    heading: text('heading'),
    page: integer('page'),
    kind: text('kind', { enum: CHUNK_KINDS }).notNull().default('text'),
    /** A sentence of a chat model that places the piece in its document; null where none was asked. */
    context: text('context'),
    start: integer('span_start').notNull(),
    end: integer('span_end').notNull(),
    /** Words for full-text search, split by us (Intl.Segmenter; bigrams for Chinese and Japanese), space separated. */
    terms: text('terms').notNull(),
    embedding: vector('embedding').notNull(),
  },
  (t) => [
    uniqueIndex('chunks_of_document').on(t.document, t.ordinal),
    index('chunks_by_tenant').on(t.tenant, t.index),
    index('chunks_terms').using('gin', sql`to_tsvector('simple', ${t.terms})`),
  ],
)

/** A search index: which model made its vectors, of which dimension. Vectors of another dimension are refused. */
export const indexes = countersign.table(
  'indexes',
  {
    tenant: tenant(),
    name: text('name').notNull(),
    model: text('model').notNull(),
    dimension: integer('dimension').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.tenant, t.name] })],
)

/**
 * Files of a deleted document that are still in the blob store. Written in the transaction that deletes the rows; whoever takes a file out
 * of the store takes its row away, unless somebody needs the file again.
 */
export const fileRemovals = countersign.table(
  'file_removals',
  {
    tenant: tenant(),
    hash: text('hash').notNull(),
    document: text('document').notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAt: moment('next_at').notNull().defaultNow(),
    lastError: text('last_error'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.tenant, t.hash] }), index('file_removals_due').on(t.nextAt)],
)

/** Files the tenant may read, by content hash; the bytes are in the blob store. */
export const files = countersign.table(
  'files',
  {
    tenant: tenant(),
    hash: text('hash').notNull(),
    mime: text('mime').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.tenant, t.hash] })],
)
