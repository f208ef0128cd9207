import { stopBatch as writeStop } from '@countersign/db'
import { CountersignError, permissionsOf, said } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import type { BatchView } from '../schemas/batches.ts'
import { getBatch, requireBatch } from './get-batch.ts'

/**
 * Stops a batch after the item under way; what is decided stays decided, `startBatch` goes on. For its maker and whoever may assign
 * work. Safe to repeat. Throws `forbidden`, `not_found`.
 */
export async function stopBatch(context: ClientContext, batch: string): Promise<BatchView> {
  const { tenant, user, actor, database } = context
  const { createdBy } = await requireBatch(context, batch)
  if (createdBy !== user && !permissionsOf(actor).includes('assign')) {
    throw new CountersignError('forbidden', said('batches.notYoursToStop', { by: createdBy }), { batch, createdBy })
  }
  await database.db.transaction((tx) => writeStop(tx, { tenant, batch, by: user }))
  return await getBatch(context, batch)
}
