import { type BatchRow, findBatch } from '@countersign/db'
import type { ClientContext } from '../context.ts'
import { checkId, notFound } from '../not-found.ts'
import type { BatchView } from '../schemas/batches.ts'
import { batchView } from './batch-view.ts'

/** A batch and how far it has come. Throws `not_found`. */
export async function getBatch(context: ClientContext, batch: string): Promise<BatchView> {
  return batchView(await requireBatch(context, batch))
}

export async function requireBatch({ tenant, database }: ClientContext, batch: string): Promise<BatchRow> {
  checkId('batch', batch)
  const row = await findBatch(database.db, { tenant, batch })
  if (row === null) throw notFound('batch', batch)
  return row
}
