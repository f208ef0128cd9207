import type { FencedSaver } from '@countersign/db'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { GraphRegistry } from './graph-registry.ts'

export interface EngineDeps {
  pool: pg.Pool
  /** For claims and failure marks: same database, `synchronous_commit = off`. Losing one in a crash only costs an attempt. */
  claims: pg.Pool
  saver: FencedSaver
  graphs: GraphRegistry
  log: Logger
  /** Shown with each attempt: host and process. */
  worker: string
}
