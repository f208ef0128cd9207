import { connectDatabase, createBlobStore, explainDatabaseError } from '@countersign/db'
import { cancelRun } from './cancel-run.ts'
import { createChangeHub } from './change-hub.ts'
import { checkHealth } from './check-health.ts'
import type { ClientContext } from './context.ts'
import { countReviews } from './count-reviews.ts'
import { decideReview } from './decide-review.ts'
import { createDeliveries } from './deliveries.ts'
import { findNeighbours } from './find-neighbours.ts'
import { getDocument } from './get-document.ts'
import { getReview } from './get-review.ts'
import { getRun } from './get-run.ts'
import { getState } from './get-state.ts'
import { ingestDocument } from './ingest-document.ts'
import { listCheckpoints } from './list-checkpoints.ts'
import { listDocuments } from './list-documents.ts'
import { listGraphs } from './list-graphs.ts'
import { listReviews } from './list-reviews.ts'
import { listRuns } from './list-runs.ts'
import type { Environment } from './read-environment.ts'
import { readFile } from './read-file.ts'
import { searchDocuments } from './search-documents.ts'
import { startRun } from './start-run.ts'
import { createTemporalGateway } from './temporal/gateway.ts'
import type { CountersignClient } from './types.ts'

/** What a client is made of; `readEnvironment()` answers it. `connections`: most to Postgres at a time, 10 by default. */
export type ClientOptions = Omit<Environment, 'home'> & { connections?: number }

const CONNECT_TIMEOUT = 10_000
/** How long `close` waits for first deliveries to Temporal; what is not delivered by then, the relay delivers. */
const LAST_DELIVERIES = 1_000

/**
 * Opens the door for one tenant and one named person. Nothing is connected until it is used, and only searching needs Temporal:
 * all else works, and is delivered later, while Temporal is down. Call `close` at the end.
 */
export function createClient(options: ClientOptions): CountersignClient {
  const temporal = createTemporalGateway({ address: options.temporalAddress, namespace: options.temporalNamespace })
  const context: ClientContext = {
    tenant: options.tenant,
    user: options.user,
    database: connectDatabase(options.databaseUrl, { max: options.connections, connectTimeout: CONNECT_TIMEOUT }),
    blobs: createBlobStore(options.blobs),
    temporal,
    deliveries: createDeliveries(temporal),
    changes: createChangeHub(options.databaseUrl),
    maxBytes: options.maxBytes,
  }
  let closing: Promise<void> | null = null
  return bindUser(context, () => {
    closing ??= closeConnections(context)
    return closing
  })
}

function bindUser(context: ClientContext, close: () => Promise<void>): CountersignClient {
  const { tenant } = context
  return {
    tenant,
    as: (user) => bindUser({ ...context, user }, close),
    ingest: (input) => explained(ingestDocument(context, input)),
    startRun: (input) => explained(startRun(context, input)),
    cancelRun: (run) => explained(cancelRun(context, run)),
    listRuns: (filter) => explained(listRuns(context, filter)),
    getRun: (run) => explained(getRun(context, run)),
    listCheckpoints: (run) => explained(listCheckpoints(context, run)),
    getState: (run, checkpoint) => explained(getState(context, run, checkpoint)),
    listReviews: (filter) => explained(listReviews(context, filter)),
    countReviews: () => explained(countReviews(context)),
    getReview: (review) => explained(getReview(context, review)),
    neighbours: (review, filter) => explained(findNeighbours(context, review, filter)),
    decide: (input) => explained(decideReview(context, input)),
    listDocuments: (filter) => explained(listDocuments(context, filter)),
    getDocument: (document) => explained(getDocument(context, document)),
    readFile: (hash) => explained(readFile(context, hash)),
    search: (query, searchOptions) => explained(searchDocuments(context, query, searchOptions)),
    listGraphs: () => explained(listGraphs(context)),
    watch: (signal) => context.changes.watch(tenant, signal),
    health: () => explained(checkHealth(context)),
    close,
  }
}

/** Errors of queries hold statements and parameters: callers get words instead. */
async function explained<T>(result: Promise<T>): Promise<T> {
  try {
    return await result
  } catch (error) {
    throw explainDatabaseError(error)
  }
}

async function closeConnections({ deliveries, changes, temporal, database }: ClientContext): Promise<void> {
  await deliveries.settle(LAST_DELIVERIES)
  await Promise.all([changes.close(), temporal.close(), database.close()])
}
