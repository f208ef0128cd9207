import { announceChanges, reviveDelivery } from '@countersign/db'
import { CountersignError } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'

/**
 * Makes a dead delivery due again, under the id it had, so that a receiver that got it after all can drop it. One that is pending
 * stays as it is. Throws `not_found`; `conflict` where it was sent already. Safe to repeat.
 */
export async function retryDelivery({ database, tenant }: ClientContext, delivery: number): Promise<void> {
  await database.db.transaction(async (tx) => {
    const was = await reviveDelivery(tx, { tenant, delivery })
    if (was === null) throw new CountersignError('not_found', `There is no notification ${delivery}.`, { delivery })
    if (was === 'sent') throw new CountersignError('conflict', `Notification ${delivery} was sent already.`, { delivery })
    await announceChanges(tx, [{ tenant, kind: 'audit', id: tenant, run: null }])
  })
}
