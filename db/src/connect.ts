import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { CoalescingSocket } from './coalescing-socket.ts'
import * as schema from './schema/index.ts'

export type Db = NodePgDatabase<typeof schema>
/** A database handle or a transaction on it: what query functions take. */
export type DbOrTx = Pick<Db, 'select' | 'insert' | 'update' | 'delete' | 'execute' | 'query'>

export interface Database {
  db: Db
  pool: pg.Pool
  url: string
  close(): Promise<void>
}

/**
 * Opens a pool of connections to `url`. Nothing is sent until the first query.
 * A lost idle connection is dropped and replaced, never fatal. `connectTimeout`: milliseconds to wait for a connection; for ever
 * when left out. `pipeline`: statements that are sent without waiting for the one before share a round trip.
 */
export function connectDatabase(
  url: string,
  options: { max?: number; connectTimeout?: number; pipeline?: boolean; onError?: (error: Error) => void } = {},
): Database {
  const { max = 10, connectTimeout = 0, pipeline = false } = options
  const stream = pipeline ? () => new CoalescingSocket() : undefined
  const pool = new pg.Pool({ connectionString: url, max, connectionTimeoutMillis: connectTimeout, pipeline, stream })
  pool.on('error', (error) => options.onError?.(error))
  return { db: drizzle(pool, { schema }), pool, url, close: () => pool.end() }
}
