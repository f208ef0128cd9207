import { startBatch as writeStart } from '@countersign/db'
import { CountersignError, said } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import type { BatchView } from '../schemas/batches.ts'
import { getBatch, requireBatch } from './get-batch.ts'

/**
 * Starts deciding, or goes on where it was stopped: each item as the batch's maker, with the roles the maker has now. Returns at once.
 * Safe to repeat. Throws `forbidden` for anybody but the maker, `not_found`.
 */
export async function startBatch(context: ClientContext, batch: string): Promise<BatchView> {
  const { tenant, user, actor, database } = context
  const { createdBy } = await requireBatch(context, batch)
  if (createdBy !== user) {
    throw new CountersignError('forbidden', said('batches.notYours', { by: createdBy }), { batch, createdBy })
  }
  const started = await database.db.transaction((tx) => writeStart(tx, { tenant, batch, roles: [...actor.roles], by: user }))
  if (started) context.deliveries.begin({ topic: 'batch', tenant, batch })
  return await getBatch(context, batch)
}
