import type pg from 'pg'
import type { AttemptRef } from '../checkpointer/attempt-scope.ts'
import type { TokenUsage } from '../schema/runs.ts'

/** Records why an attempt failed, in full, and what it cost in tokens; its writes were never committed. A superseded attempt stays so. Safe to retry. */
export async function failAttempt(
  pool: pg.Pool,
  attempt: AttemptRef,
  error: { code: string; message: string; stack?: string },
  usage: TokenUsage | null = null,
): Promise<void> {
  await pool.query(
    `update countersign.attempts set status = 'failed', finished_at = now(), error = $6, usage = $7
      where run = $1 and checkpoint = $2 and task = $3 and fence = $4 and token = $5 and status = 'running'`,
    [attempt.run, attempt.checkpoint, attempt.task, attempt.fence, attempt.token, JSON.stringify(error), usage && JSON.stringify(usage)],
  )
}
