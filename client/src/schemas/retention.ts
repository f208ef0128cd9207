import { z } from 'zod'
import { instantSchema } from './page.ts'

export const retentionKeepSchema = z.enum(['all', 'ends', 'none'])

export const retentionPolicySchema = z.object({
  graph: z.string().describe('`*`: every graph without a policy of its own.'),
  days: z.number().int().min(0).describe('Days after the end of a run until its checkpoints are thinned.'),
  keep: retentionKeepSchema.describe('What stays: all, the first and the last checkpoint, or none.'),
  updatedBy: z.string(),
  updatedAt: instantSchema,
})
export type RetentionPolicy = z.infer<typeof retentionPolicySchema>

export const retentionInputSchema = z.strictObject({
  days: z.number().int().min(0).max(36_500),
  keep: retentionKeepSchema,
})
export type RetentionInput = z.infer<typeof retentionInputSchema>

export const retentionPlanSchema = z.object({
  graphs: z.array(
    z.object({
      graph: z.string(),
      runs: z.number(),
      checkpoints: z.number(),
      writes: z.number(),
      bytes: z.number().describe('Stored size of what would go.'),
      kept: z
        .object({ review: z.number(), fork: z.number(), hold: z.number() })
        .describe('Runs that are old enough but needed: by an open review, by a fork or a replay, by a legal hold.'),
    }),
  ),
  runs: z.number(),
  checkpoints: z.number(),
  bytes: z.number(),
})
/** What applying the policies now would delete. */
export type RetentionPlan = z.infer<typeof retentionPlanSchema>

export const retentionResultSchema = z.object({ runs: z.number(), checkpoints: z.number(), bytes: z.number() })
export type RetentionResult = z.infer<typeof retentionResultSchema>

export const deletedDocumentSchema = z.object({ runs: z.number(), chunks: z.number(), files: z.number() })
/** What went with a document. */
export type DeletedDocument = z.infer<typeof deletedDocumentSchema>
