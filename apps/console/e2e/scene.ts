import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { announceChanges, connectDatabase, createBlobStore, type Database, schema } from '@countersign/db'
import { newDocumentId, newReviewId, newRunId, type ReviewRequest, reviewRequest } from '@countersign/workflows/contract'
import { eq } from 'drizzle-orm'
import type { DrawnPage } from './draw-invoice.ts'
import { INGEST_DRAWING } from './ingest-drawing.ts'

export const TENANT = 'acme'

type NewRun = typeof schema.runs.$inferInsert
type NewDocument = typeof schema.documents.$inferInsert

/** A database with rows as the engine and the ingest graph would write them. */
export interface Scene {
  database: Database
  databaseUrl: string
  /** A folder for blobs, removed with the scene. */
  blobs: string
  picturedDocument(name: string, page: DrawnPage, values?: Partial<NewDocument>): Promise<string>
  textDocument(name: string, text: string, values?: Partial<NewDocument>): Promise<string>
  run(values?: Partial<NewRun>): Promise<string>
  review(run: string, request: Parameters<typeof reviewRequest>[0], values?: Partial<typeof schema.reviews.$inferInsert>): Promise<string>
  attempt(run: string, values: Partial<typeof schema.attempts.$inferInsert> & { node: string }): Promise<void>
  person(id: string, name: string, roles?: string[]): Promise<void>
  /** Changes a review as the engine or its clock would, with its entry in the log where one is given; open pages are told. */
  change(
    review: string,
    values: Partial<typeof schema.reviews.$inferInsert>,
    told?: { event: string; actor: string; data: Record<string, unknown> },
  ): Promise<void>
  close(): Promise<void>
}

/** Opens the scene on a migrated, empty database. */
export async function openScene(databaseUrl: string): Promise<Scene> {
  const database = connectDatabase(databaseUrl, { max: 4 })
  const folder = await mkdtemp(path.join(os.tmpdir(), 'countersign-console-'))
  const blobs = path.join(folder, 'blobs')
  await database.db.insert(schema.graphs).values({ name: 'ingest', version: '1', drawing: INGEST_DRAWING })
  return {
    database,
    databaseUrl,
    blobs,
    ...documentsOf(database, blobs),
    ...runsOf(database),
    ...reviewsOf(database),
    async close() {
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function documentsOf({ db }: Database, location: string): Pick<Scene, 'picturedDocument' | 'textDocument'> {
  const blobs = createBlobStore(location)
  const keep = async (bytes: Uint8Array, mime: string): Promise<string> => {
    const { hash } = await blobs.put(bytes, mime)
    await db.insert(schema.files).values({ tenant: TENANT, hash, mime, bytes: bytes.byteLength }).onConflictDoNothing()
    return hash
  }
  const record = async (values: Omit<NewDocument, 'tenant' | 'id'>): Promise<string> => {
    const id = newDocumentId()
    await db.insert(schema.documents).values({ id, tenant: TENANT, ...values })
    await db.insert(schema.documentSources).values({ tenant: TENANT, uri: `file:///inbox/${id}/${values.name}`, document: id })
    return id
  }
  return {
    async picturedDocument(name, drawn, values = {}) {
      const image = await keep(drawn.png, 'image/png')
      const bytes = new TextEncoder().encode(`${name} ${image}`)
      const hash = await keep(bytes, 'text/plain')
      const document = await record({ name, kind: 'pdf', hash, bytes: 48_213, pages: 1, language: 'en', ...values })
      const { width, height, text, lines } = drawn
      await db
        .insert(schema.documentPages)
        .values({ tenant: TENANT, document, hash, page: 1, width, height, image, imageType: 'image/png', text, lines })
      return document
    },
    async textDocument(name, text, values = {}) {
      const bytes = new TextEncoder().encode(text)
      const hash = await keep(bytes, 'text/plain')
      const document = await record({ name, kind: 'text', hash, bytes: bytes.byteLength, language: 'en', ...values })
      await db
        .insert(schema.documentPages)
        .values({ tenant: TENANT, document, hash, page: 1, width: 595, height: 842, image: null, text, lines: [] })
      return document
    },
  }
}

function runsOf({ db }: Database): Pick<Scene, 'run' | 'review' | 'attempt'> {
  return {
    async run(values = {}) {
      const id = newRunId()
      await db.transaction(async (tx) => {
        await tx.insert(schema.runs).values({
          id,
          tenant: TENANT,
          graph: 'ingest',
          version: '1',
          title: 'document.pdf',
          input: {},
          createdBy: 'demo',
          status: 'waiting',
          next: ['human_review'],
          ...values,
        })
        await announceChanges(tx, [{ tenant: TENANT, kind: 'run', id, run: id }])
      })
      return id
    },
    async review(run, request, values = {}) {
      const id = newReviewId()
      const full: ReviewRequest = reviewRequest(request)
      const doubtful = full.fields?.filter((field) => field.confidence < field.threshold).map((field) => field.confidence) ?? []
      await db.transaction(async (tx) => {
        await tx.insert(schema.reviews).values({
          id,
          tenant: TENANT,
          run,
          checkpoint: 'c1',
          task: `task-${id}`,
          node: 'human_review',
          interrupt: id,
          kind: full.kind,
          title: full.title,
          reason: full.reason,
          request: full,
          shownHash: `shown-${id}`,
          document: full.document,
          documentType: full.documentType,
          confidence: doubtful.length > 0 ? Math.min(...doubtful) : null,
          ...values,
        })
        await announceChanges(tx, [{ tenant: TENANT, kind: 'review', id, run }])
      })
      return id
    },
    async attempt(run, { node, ...values }) {
      const step = values.step ?? 0
      await db.insert(schema.attempts).values({
        tenant: TENANT,
        run,
        checkpoint: 'c1',
        task: `task-${node}`,
        fence: 1,
        token: 'token-1',
        node,
        step,
        activity: `ingest.${node}`,
        activityAttempt: 1,
        worker: 'worker-1',
        status: 'done',
        ...values,
      })
    },
  }
}

function reviewsOf({ db }: Database): Pick<Scene, 'person' | 'change'> {
  return {
    async person(id, name, roles = ['reviewer']) {
      await db.insert(schema.users).values({ tenant: TENANT, id, name, roles })
    },
    async change(review, values, told) {
      await db.transaction(async (tx) => {
        const [row] = await tx
          .update(schema.reviews)
          .set(values)
          .where(eq(schema.reviews.id, review))
          .returning({ run: schema.reviews.run })
        const run = row?.run ?? ''
        if (told) await tx.insert(schema.audit).values({ tenant: TENANT, review, run, ...told })
        await announceChanges(tx, [{ tenant: TENANT, kind: 'review', id: review, run }])
      })
    },
  }
}
