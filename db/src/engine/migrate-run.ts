import type pg from 'pg'
import type { AttemptScope } from '../checkpointer/attempt-scope.ts'
import { supersededError } from '../checkpointer/write-policy.ts'
import { CHECKPOINT_SCHEMA } from '../schema/namespace.ts'

export interface RunMigration {
  /** The version that the state was made by. */
  from: string
  to: string
  /** The version that the run's row has, which is another one for a fork. */
  version: string
  /** Id under which the head is kept as it was before; null where the run has none. */
  kept: string | null
}

const KEEP = `
insert into "${CHECKPOINT_SCHEMA}".checkpoints (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata)
select thread_id, checkpoint_ns, $3, parent_checkpoint_id, type, jsonb_set(checkpoint, '{id}', to_jsonb($3::text)), metadata
  from "${CHECKPOINT_SCHEMA}".checkpoints where thread_id = $1 and checkpoint_ns = '' and checkpoint_id = $2
on conflict do nothing`

/**
 * Moves a run to another version of its graph, in one transaction: the head keeps its id, and so do its tasks, its reviews and what was
 * answered; what it was before is kept as its parent. Whatever runs on the old state loses the fence, but for the attempt that migrates.
 * Where another attempt has done it already, nothing is written. Throws `superseded` where the run has moved on. Safe to retry.
 */
export async function migrateRun(pool: pg.Pool, { attempt, held }: AttemptScope, { from, to, version, kept }: RunMigration): Promise<void> {
  const { tenant, run, checkpoint, task, fence } = attempt
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const { rows } = await client.query<{ version: string; migrated: boolean }>(
      `select version, fork ? 'migrated' as migrated from countersign.runs
        where tenant = $1 and id = $2 and coalesce(checkpoint, '') = $3 and status in ('running', 'waiting', 'parked') for no key update`,
      [tenant, run, checkpoint],
    )
    const [row] = rows
    if (!row) throw supersededError(attempt)
    if (row.version === version && !(version === to && row.migrated)) {
      if (kept !== null) await client.query(KEEP, [run, checkpoint, kept])
      for (const statement of held) await client.query(statement)
      if (kept !== null)
        await client.query(
          `update "${CHECKPOINT_SCHEMA}".checkpoints set parent_checkpoint_id = $3 where thread_id = $1 and checkpoint_ns = '' and checkpoint_id = $2`,
          [run, checkpoint, kept],
        )
      await client.query(
        `with fenced as (
           update countersign.attempts set status = 'superseded', finished_at = now()
            where run = $2 and status = 'running' and not (checkpoint = $5 and task = $6 and fence = $7)
         ), audited as (
           insert into countersign.audit (tenant, actor, event, run, data)
           select $1, 'engine', 'run.migrated', $2, json_build_object('from', $3::text, 'to', $4::text, 'checkpoint', $5::text)
         )
         update countersign.runs set version = $4, fork = fork || '{"migrated": true}', updated_at = now() where tenant = $1 and id = $2`,
        [tenant, run, from, to, checkpoint, task, fence],
      )
    }
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}
