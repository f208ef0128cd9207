import { createGraphRegistry, type EngineDeps, type GraphDefinition, workerName } from '@countersign/activities/engine'
import { connectDatabase, createPostgresStore, type Database } from '@countersign/db'
import type { Logger } from 'pino'

export interface ConnectedEngine {
  deps: EngineDeps
  database: Database
  close(): Promise<void>
}

/**
 * Connects the engine to Postgres. Two pools: commits wait for the disk; claims of attempts do not (`synchronous_commit = off`),
 * because one that is lost in a crash only costs another attempt.
 */
export function connectEngine({
  databaseUrl,
  graphs,
  log,
}: {
  databaseUrl: string
  graphs: GraphDefinition[]
  log: Logger
}): ConnectedEngine {
  const onError = (error: Error) => log.warn({ err: error }, 'an idle connection to Postgres was lost')
  const database = connectDatabase(databaseUrl, { max: 20, pipeline: true, onError })
  const claims = connectDatabase(withoutFlush(databaseUrl), { max: 8, onError })
  const store = createPostgresStore({ pool: database.pool, claims: claims.pool })
  const deps: EngineDeps = { store, graphs: createGraphRegistry(graphs, store.saver), log, worker: workerName() }
  return {
    deps,
    database,
    close: async () => {
      await claims.close()
      await database.close()
    },
  }
}

function withoutFlush(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.searchParams.set('options', '-c synchronous_commit=off')
  // Postgres takes a plus sign for itself. Only here: one in the password must stay.
  url.search = url.search.replaceAll('+', '%20')
  return url.href
}
