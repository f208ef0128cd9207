import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { connectDatabase, type Database, schema } from '@countersign/db'
import { newReviewId, newRunId, type ReviewRequest, type Role, reviewRequest } from '@countersign/workflows/contract'
import { createTestDatabase } from '../../infra/test/database.ts'
import { type ClientOptions, createClient } from '../src/create-client.ts'
import type { CountersignClient, RunStatus } from '../src/types.ts'

/** A port on which nothing listens: Temporal is down. */
const NOBODY = '127.0.0.1:9'

export interface Scene {
  database: Database
  url: string
  folder: string
  /** A client of this database; closed with the scene. */
  client(options?: Partial<ClientOptions>): CountersignClient
  run(values?: { tenant?: string; status?: RunStatus; document?: string; graph?: string; createdAt?: Date }): Promise<string>
  review(
    run: string,
    request?: Partial<Parameters<typeof reviewRequest>[0]>,
    values?: ReviewValues,
  ): Promise<{ id: string; shownHash: string; request: ReviewRequest }>
  /** A person of the tenant. */
  person(id: string, roles?: Role[]): Promise<void>
  close(): Promise<void>
}

interface ReviewValues {
  tenant?: string
  openedAt?: Date
  checkpoint?: string
  /** Any other column: roles, quorum, policy… */
  row?: Partial<typeof schema.reviews.$inferInsert>
}

/** A database of its own, with rows as the engine would write them. */
export async function setScene(): Promise<Scene> {
  const { url, drop } = await createTestDatabase()
  const database = connectDatabase(url)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'countersign-client-'))
  const clients: CountersignClient[] = []
  return {
    database,
    url,
    folder,
    client(options = {}) {
      const client = createClient({
        databaseUrl: url,
        temporalAddress: NOBODY,
        temporalNamespace: 'default',
        tenant: 'acme',
        user: 'ada',
        blobs: path.join(folder, 'blobs'),
        maxBytes: 1_000_000,
        ...options,
      })
      clients.push(client)
      return client
    },
    async run(values = {}) {
      const id = newRunId()
      await database.db.insert(schema.runs).values({
        id,
        tenant: 'acme',
        graph: 'ingest',
        version: '1',
        title: 'Invoice',
        input: {},
        createdBy: 'ada',
        status: 'waiting',
        ...values,
      })
      return id
    },
    async review(run, request = {}, { tenant = 'acme', openedAt, checkpoint = 'c1', row = {} } = {}) {
      const id = newReviewId()
      const full = reviewRequest({
        kind: 'extraction',
        title: 'Invoice, 1 field doubtful',
        verbs: ['approve', 'reject', 'edit'],
        proposal: { total: 12 },
        ...request,
      })
      const values = {
        kind: full.kind,
        title: full.title,
        reason: full.reason,
        request: full,
        shownHash: `shown-${id}`,
        documentType: full.documentType,
        document: full.document,
      }
      await database.db
        .insert(schema.reviews)
        .values({ id, tenant, run, checkpoint, task: `task-${id}`, node: 'human_review', interrupt: id, openedAt, ...values, ...row })
      return { id, shownHash: values.shownHash, request: full }
    },
    async person(id, roles = ['reviewer']) {
      await database.db.insert(schema.users).values({ tenant: 'acme', id, name: id, roles })
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()))
      await database.close()
      await drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Registers a graph as a worker would. */
export async function registerGraph(database: Database, name = 'ingest', version = '1'): Promise<void> {
  const drawing = {
    nodes: [
      { id: '__start__', kind: 'start' as const },
      { id: 'load', kind: 'node' as const },
      { id: 'index', kind: 'node' as const },
      { id: '__end__', kind: 'end' as const },
    ],
    edges: [],
    mermaid: 'graph TD',
  }
  await database.db.insert(schema.graphs).values({ name, version, drawing })
}
