import type { AsyncLocalStorage } from 'node:async_hooks'
import { CountersignError } from '@countersign/workflows/contract'
import pg from 'pg'
import type { Statement } from './attempt-scope.ts'

/**
 * A pool for PostgresSaver whose clients record the statements between BEGIN and COMMIT and hand them over as one batch,
 * because `put` and `putWrites` each take a client from the pool they were given and run one transaction on it.
 * Plain `query` (reads) goes to the real pool.
 */
export function recordingPool(pool: pg.Pool, lane: AsyncLocalStorage<(statements: Statement[]) => Promise<void>>): pg.Pool {
  class RecordingPool extends pg.Pool {
    override query = pool.query.bind(pool)
    override connect = (async () => recordingClient(lane)) as pg.Pool['connect']
    override end = async () => undefined
  }
  return new RecordingPool()
}

function recordingClient(lane: AsyncLocalStorage<(statements: Statement[]) => Promise<void>>): Pick<pg.PoolClient, 'query' | 'release'> {
  const statements: Statement[] = []
  const query = async (sql: string, values: unknown[] = []) => {
    if (sql === 'BEGIN' || sql === 'ROLLBACK') statements.length = 0
    else if (sql === 'COMMIT') await flush(lane, statements.splice(0))
    else statements.push({ sql, values })
    return { rows: [], rowCount: 0 }
  }
  return { query: query as unknown as pg.PoolClient['query'], release: () => undefined }
}

async function flush(lane: AsyncLocalStorage<(statements: Statement[]) => Promise<void>>, statements: Statement[]): Promise<void> {
  const take = lane.getStore()
  if (!take)
    throw new CountersignError(
      'superseded',
      'This checkpointer changes nothing outside of an attempt: use a plain PostgresSaver for maintenance.',
    )
  await take(statements)
}
