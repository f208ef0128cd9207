import { z } from 'zod'
import { instantSchema } from './page.ts'

export const attemptViewSchema = z.object({
  checkpoint: z.string(),
  task: z.string(),
  node: z.string(),
  step: z.number(),
  fence: z.number(),
  status: z.enum(['running', 'done', 'waiting', 'failed', 'superseded']),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  worker: z.string(),
  startedAt: instantSchema,
  finishedAt: instantSchema.nullable(),
  usage: z
    .object({ input: z.number(), output: z.number(), calls: z.number() })
    .nullable()
    .describe('Tokens into and out of language models, and in how many calls; null where it called none.'),
})
export type AttemptView = z.infer<typeof attemptViewSchema>
