import { createRequire } from 'node:module'
import path from 'node:path'
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { connectDatabase } from './connect.ts'
import { secureRows } from './row-security.ts'
import { CHECKPOINT_SCHEMA } from './schema/namespace.ts'

// By the package's name, since a bundle of this file lies elsewhere.
const MIGRATIONS = path.join(path.dirname(createRequire(import.meta.url).resolve('@countersign/db')), '..', 'migrations')
/** Any constant: two processes that migrate at once take turns. */
const LOCK = 7_270_027

/**
 * Brings the database at `url` to the present schema: pgvector and pg_trgm, Countersign's tables, LangGraph's checkpoint tables, and the
 * row-level security of all of them.
 * Safe to run again and from several processes at once.
 */
export async function migrate(url: string): Promise<void> {
  const { db, pool, close } = connectDatabase(url, { max: 4 })
  const lock = await pool.connect()
  try {
    await lock.query('select pg_advisory_lock($1)', [LOCK])
    await pool.query('create extension if not exists vector')
    await pool.query('create extension if not exists pg_trgm')
    await applyMigrations(db, { migrationsFolder: MIGRATIONS, migrationsSchema: 'countersign_migrations' })
    await new PostgresSaver(pool, undefined, { schema: CHECKPOINT_SCHEMA }).setup()
    await secureRows(lock)
  } finally {
    await lock.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined)
    lock.release()
    await close()
  }
}
