import { z } from 'zod'
import { batchInputSchema, batchItemFilterSchema, batchItemViewSchema, batchViewSchema } from '../../schemas/batches.ts'
import { pageSchema } from '../../schemas/page.ts'
import { id, type Operations } from '../operation.ts'

type BatchDoor = 'createBatch' | 'getBatch' | 'listBatchItems' | 'startBatch' | 'stopBatch'

const ofBatch = z.strictObject({ batch: id })

export const batchOperations: Operations<BatchDoor> = {
  createBatch: {
    method: 'POST',
    path: '/batches',
    args: ['*'],
    summary: 'Selects reviews for one answer and shows which stand out; decides nothing yet',
    input: batchInputSchema,
    output: batchViewSchema,
  },
  getBatch: {
    method: 'GET',
    path: '/batches/{batch}',
    args: ['batch'],
    summary: 'How far a batch has come',
    input: ofBatch,
    output: batchViewSchema,
  },
  listBatchItems: {
    method: 'GET',
    path: '/batches/{batch}/items',
    args: ['batch', '*'],
    summary: 'The items of a batch, each with its own result',
    input: batchItemFilterSchema.extend({ batch: id }),
    output: pageSchema(batchItemViewSchema),
  },
  startBatch: {
    method: 'POST',
    path: '/batches/{batch}/start',
    args: ['batch'],
    summary: 'Starts deciding, or goes on; safe to repeat',
    input: ofBatch,
    output: batchViewSchema,
  },
  stopBatch: {
    method: 'POST',
    path: '/batches/{batch}/stop',
    args: ['batch'],
    summary: 'Stops after the item under way; safe to repeat',
    input: ofBatch,
    output: batchViewSchema,
  },
}
