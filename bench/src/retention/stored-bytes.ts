import type pg from 'pg'

/** Stored bytes (compressed, as Postgres keeps them) of what LangGraph keeps of a run, by table, and how many checkpoints there are. */
export interface Stored {
  checkpoints: number
  bytes: number
  byTable: { checkpoints: number; blobs: number; writes: number }
}

const SIZES = `
  select (select count(*) from langgraph.checkpoints where thread_id = any($1))::int as checkpoints,
         (select coalesce(sum(pg_column_size(checkpoint) + pg_column_size(metadata)), 0) from langgraph.checkpoints where thread_id = any($1))::float as of_checkpoints,
         (select coalesce(sum(pg_column_size(blob)), 0) from langgraph.checkpoint_blobs where thread_id = any($1))::float as of_blobs,
         (select coalesce(sum(pg_column_size(blob)), 0) from langgraph.checkpoint_writes where thread_id = any($1))::float as of_writes`

/** Of some runs, on the average of one. */
export async function storedOf(pool: pg.Pool, runs: readonly string[]): Promise<Stored> {
  const { rows } = await pool.query<Record<'checkpoints' | 'of_checkpoints' | 'of_blobs' | 'of_writes', number>>(SIZES, [runs])
  const [row] = rows
  if (!row) throw new Error('nothing was measured')
  const each = (sum: number): number => sum / runs.length
  const byTable = { checkpoints: each(row.of_checkpoints), blobs: each(row.of_blobs), writes: each(row.of_writes) }
  return { checkpoints: each(row.checkpoints), bytes: byTable.checkpoints + byTable.blobs + byTable.writes, byTable }
}
