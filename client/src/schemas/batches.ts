import { sentenceSchema } from '@countersign/workflows/contract'
import { z } from 'zod'
import { instantSchema, pageQuery } from './page.ts'
import { reviewFilterSchema } from './reviews.ts'

const batchVerbSchema = z.enum(['approve', 'reject', 'retry', 'edit', 'skip', 'abort'])

const answer = {
  verb: batchVerbSchema,
  reason: z.string().max(4000).optional(),
  value: z.record(z.string(), z.json()).optional().describe('For `edit` of incidents: new values of keys of the state.'),
  node: z.string().optional().describe('For `skip`: the node to go on with.'),
}

/** The reviews that an answer is for, by their ids or by a filter. */
export const batchInputSchema = z.union([
  z.strictObject({ ...answer, reviews: z.array(z.string()) }),
  z.strictObject({ ...answer, filter: reviewFilterSchema.omit({ after: true, limit: true, status: true }) }),
])
/** One answer for many reviews, each decided on its own: `approve` and `reject`, and for incidents `retry`, `edit`, `skip` and `abort`. */
export type BatchInput = z.infer<typeof batchInputSchema>

export const batchViewSchema = z.object({
  id: z.string(),
  verb: batchVerbSchema,
  reason: z.string().nullable(),
  value: z.unknown().describe('For `edit`: the new values of keys of the state; else null.'),
  node: z.string().nullable().describe('For `skip`: the node that each goes on with; else null.'),
  status: z.enum(['preview', 'running', 'stopped', 'done']),
  createdBy: z.string(),
  createdAt: instantSchema,
  startedAt: instantSchema.nullable(),
  finishedAt: instantSchema.nullable(),
  total: z.number(),
  decided: z.number(),
  refused: z.number(),
  odd: z.number().describe('Items that stand out from the others.'),
})
export type BatchView = z.infer<typeof batchViewSchema>

export const batchItemViewSchema = z.object({
  review: z.string(),
  title: z.string(),
  titleSays: sentenceSchema.nullable(),
  odd: z.array(z.string()).describe('Why it stands out, in English; empty where it does not.'),
  oddSays: z.array(sentenceSchema).describe('The same by code, one for each.'),
  status: z.enum(['pending', 'decided', 'refused']),
  code: z.string().nullable(),
  message: z.string().nullable(),
  says: sentenceSchema.nullable().describe('The message by code, where it has one.'),
})
export type BatchItemView = z.infer<typeof batchItemViewSchema>

export const batchItemFilterSchema = z.strictObject({
  odd: z.boolean().optional(),
  status: batchItemViewSchema.shape.status.optional(),
  ...pageQuery,
})
export type BatchItemFilter = z.infer<typeof batchItemFilterSchema>
