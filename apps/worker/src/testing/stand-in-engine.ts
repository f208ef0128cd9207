import type { Database } from '@countersign/db'
import type { TaskCall, TaskResult } from '@countersign/workflows/contract'

/** Stands in for the engine where only reviews matter: a run that is told of a decision takes it in and ends. */
export const standInEngine = ({ pool }: Pick<Database, 'pool'>) => ({
  'engine.begin': async ({ run }: TaskCall): Promise<TaskResult> => {
    await pool.query(`update countersign.outbox set done_at = now() where run = $1 and topic = 'decided'`, [run])
    return { cursor: { status: 'done', graph: 'g', checkpoint: '', step: 0, ready: [], waits: [], waiting: 0, more: false } }
  },
})
