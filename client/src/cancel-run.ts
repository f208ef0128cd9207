import { appendAudit, ENDED_STATUSES, findRun, insertOutbox, isOwed } from '@countersign/db'
import { CountersignError } from '@countersign/workflows/contract'
import type { ClientContext } from './context.ts'
import { checkId, notFound } from './not-found.ts'

/**
 * Asks a run to stop; it ends as `cancelled` when the node under way has stopped. The wish is recorded and delivered until
 * the run has ended, so it survives an outage of Temporal. Safe to repeat. Throws `not_found`, `run_ended`.
 */
export async function cancelRun(context: ClientContext, run: string): Promise<void> {
  const { tenant, user, database } = context
  checkId('run', run)
  await database.db.transaction(async (tx) => {
    const row = await findRun(tx, { tenant, run })
    if (row === null) throw notFound('run', run)
    if (ENDED_STATUSES.includes(row.status))
      throw new CountersignError('run_ended', `The run has ended already: ${row.status}.`, { run, status: row.status })
    if (await isOwed(tx, { tenant, topic: 'cancel', run })) return
    await appendAudit(tx, { tenant, actor: user, event: 'run.cancel_requested', run, data: {} })
    await insertOutbox(tx, { tenant, topic: 'cancel', run })
  })
  context.deliveries.begin({ topic: 'cancel', tenant, run })
}
