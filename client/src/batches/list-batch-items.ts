import { type BatchItemRow, listBatchItems as queryItems } from '@countersign/db'
import { CountersignError, sentenceSchema } from '@countersign/workflows/contract'
import { z } from 'zod'
import type { ClientContext } from '../context.ts'
import { parseInput } from '../parse-input.ts'
import { type BatchItemFilter, type BatchItemView, batchItemFilterSchema } from '../schemas/batches.ts'
import type { Page } from '../types.ts'
import { requireBatch } from './get-batch.ts'

/** Items of a batch in their order; the odd ones out alone, or those with one result, where asked for. Throws `not_found`. */
export async function listBatchItems(context: ClientContext, batch: string, filter: BatchItemFilter = {}): Promise<Page<BatchItemView>> {
  const { after, ...wanted } = parseInput(batchItemFilterSchema, filter)
  await requireBatch(context, batch)
  const { tenant, database } = context
  const page = await queryItems(database.db, { ...wanted, tenant, batch, after: after === undefined ? undefined : readCursor(after) })
  const items = page.items.map(itemView)
  return { items, next: page.next === null ? null : Buffer.from(`item ${page.next}`).toString('base64url') }
}

const keptSchema = sentenceSchema.nullable()
const oddSchema = z.array(sentenceSchema)

const itemView = ({ ordinal: _, titleSays, oddSays, says, ...item }: BatchItemRow): BatchItemView => ({
  ...item,
  titleSays: keptSchema.parse(titleSays),
  oddSays: oddSchema.parse(oddSays),
  says: keptSchema.parse(says),
})

/** The items never change their order, so that the place of the last one says where to read on. */
function readCursor(after: string): number {
  const [, ordinal] = /^item (\d{1,6})$/.exec(Buffer.from(after, 'base64url').toString('utf8')) ?? []
  if (ordinal !== undefined) return Number(ordinal)
  throw new CountersignError('invalid_input', '"after" is not a cursor of this list. Pass the "next" of the page before.')
}
