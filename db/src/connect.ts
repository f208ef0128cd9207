import { CountersignError } from '@countersign/workflows/contract'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { CoalescingSocket } from './coalescing-socket.ts'
import { TENANT_ROLE, TENANT_SETTING } from './row-security.ts'
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

export interface ConnectOptions {
  /** Connections at most; 10 by default. */
  max?: number
  /** Milliseconds to wait for a connection; for ever when left out. */
  connectTimeout?: number
  /** Statements that are sent without waiting for the one before share a round trip. */
  pipeline?: boolean
  /** Every connection sees and writes rows of this tenant alone, whatever the query says. Without it, it acts as the owner of the tables. */
  tenant?: string
  onError?: (error: Error) => void
}

/**
 * Opens a pool of connections to `url`. Nothing is sent until the first query.
 * A lost idle connection is dropped and replaced, never fatal.
 */
export function connectDatabase(url: string, options: ConnectOptions = {}): Database {
  const { max = 10, connectTimeout = 0, pipeline = false, tenant } = options
  const stream = pipeline ? () => new CoalescingSocket() : undefined
  const target = tenant === undefined ? { connectionString: url } : asTenant(url, tenant)
  const pool = new pg.Pool({ ...target, max, connectionTimeoutMillis: connectTimeout, pipeline, stream })
  pool.on('error', (error) => options.onError?.(error))
  // A connection that is lost while somebody uses it: whoever does is told by the statement under way, and the process lives on.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return { db: drizzle(pool, { schema }), pool, url, close: () => pool.end() }
}

/** Options of the start-up packet: the connection is the tenant's from its first byte, and `reset all` does not change it. */
function asTenant(url: string, tenant: string): pg.PoolConfig {
  const ours = `-c role=${TENANT_ROLE} -c ${TENANT_SETTING}=${escapeOption(tenant)}`
  const address = new URL(url)
  const given = address.searchParams.get('options')
  // Options in the address would replace ours.
  address.searchParams.delete('options')
  return {
    connectionString: given === null ? url : address.href,
    options: given === null ? ours : `${given} ${ours}`,
    verify: (client, done) => {
      checkTenant(client, tenant).then(
        () => done(),
        (error: Error) => done(error),
      )
    },
  }
}

const escapeOption = (value: string): string => value.replaceAll(/[\\\s]/g, '\\$&')

/** A pooler between here and Postgres may drop the options; then nothing would keep the tenants apart. */
async function checkTenant(client: pg.ClientBase, tenant: string): Promise<void> {
  const { rows } = await client.query<{ fits: boolean }>(
    `select current_user = '${TENANT_ROLE}' and current_setting('${TENANT_SETTING}', true) = $1 as fits`,
    [tenant],
  )
  if (rows[0]?.fits) return
  throw new CountersignError(
    'unavailable',
    `The connection to Postgres did not take on the role ${TENANT_ROLE}, so row-level security would not hold. Connect without a pooler that drops start-up options.`,
  )
}
