import { type Db, readMigrations, readServer } from '@countersign/db'
import type { Check } from '../diagnose.ts'
import { attempt, count, fail, ok, warn } from './check.ts'

const OLDEST = 150_000

/** Postgres itself: whether it answers, is recent enough, has pgvector and the schema of this version. */
export async function checkDatabase(db: Db): Promise<Check[]> {
  const server = await attempt('postgres', 'Start it (countersign stack start), or check DATABASE_URL.', () => checkServer(db))
  if (server.some(({ name, status }) => name === 'postgres' && status === 'fail')) return server
  return [...server, ...(await attempt('migrations', 'Start a worker, which migrates.', () => checkMigrations(db)))]
}

async function checkServer(db: Db): Promise<Check[]> {
  const { version, number, vector, latestVector } = await readServer(db)
  const postgres =
    number >= OLDEST
      ? ok('postgres', `PostgreSQL ${version} answers`)
      : fail('postgres', `PostgreSQL ${version} is too old`, 'Use PostgreSQL 15 or newer.')
  if (vector) return [postgres, ok('pgvector', `pgvector ${vector}`)]
  if (latestVector) return [postgres, warn('pgvector', 'pgvector is not installed in this database', 'Start a worker, which installs it.')]
  return [postgres, fail('pgvector', 'this server has no pgvector', 'Install pgvector 0.7 or newer on the server of Postgres.')]
}

async function checkMigrations(db: Db): Promise<Check[]> {
  const { missing, unknown } = await readMigrations(db)
  if (missing.length > 0) {
    const advice = 'Start a worker of this version, which migrates; or run: countersign stack start'
    return [fail('migrations', `${count(missing.length, 'migration')} missing, from ${missing[0]} on`, advice)]
  }
  if (unknown > 0) {
    const detail = `the database has ${count(unknown, 'migration')} that this version does not know`
    return [warn('migrations', detail, 'A newer version has migrated it: bring this machine to that version.')]
  }
  return [ok('migrations', 'the schema is that of this version')]
}
