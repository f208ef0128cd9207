import { z } from 'zod'
import { roleSchema } from './roles.ts'

const seconds = z
  .number()
  .int()
  .min(1)
  .max(366 * 86_400)
const user = z.string().min(1).max(100)

/** What happens while nobody decides. `after`: seconds since the review was opened. */
export const deadlineStepSchema = z.discriminatedUnion('do', [
  z.object({ after: seconds, do: z.literal('remind') }),
  z.object({ after: seconds, do: z.literal('reassign'), to: user }),
  z.object({ after: seconds, do: z.literal('escalate'), role: roleSchema }),
])
export type DeadlineStep = z.infer<typeof deadlineStepSchema>

/** What happens when even the steps did not help. `default` answers with `value` and says that it was a default. */
export const lastResortSchema = z.discriminatedUnion('do', [
  z.object({ after: seconds, do: z.literal('park') }),
  z.object({ after: seconds, do: z.literal('reject') }),
  z.object({ after: seconds, do: z.literal('default'), value: z.json() }),
])
export type LastResort = z.infer<typeof lastResortSchema>

/** `within`: seconds after which the review is overdue. */
export const deadlineSchema = z.object({
  within: seconds,
  steps: z.array(deadlineStepSchema).max(20).default([]),
  last: lastResortSchema.optional(),
})
export type Deadline = z.infer<typeof deadlineSchema>

/**
 * Who decides a review, how many, and by when. Set by a tenant for all its reviews (`default`), a graph (`graph:ingest`) or a
 * document type (`type:invoice`), and by a request; the narrower one wins, key by key.
 */
export const reviewPolicySchema = z.strictObject({
  /** Any of these roles may decide. Left out: `reviewer` and `approver`; for an incident `operator`. Admins always may. */
  roles: z.array(roleSchema).optional(),
  /** These people may decide, whatever their role. */
  users: z.array(user).max(100).optional(),
  /** Whoever started the run may not. */
  notAuthor: z.boolean().optional(),
  /** Whoever decided an earlier review of the run may not. */
  notBefore: z.boolean().optional(),
  /** How many people must give the same answer. */
  quorum: z.number().int().min(1).max(10).optional(),
  /** With a quorum: answers of others are shown only to those who have answered. True when left out. */
  blind: z.boolean().optional(),
  /** Answers that differ are settled by one person of this role, who sees them all: `approver` when left out. */
  disputes: roleSchema.optional(),
  deadline: deadlineSchema.optional(),
  /** Higher comes first. */
  priority: z.number().int().min(-100).max(100).optional(),
})
export type ReviewPolicy = z.infer<typeof reviewPolicySchema>

export const policyScopeSchema = z
  .string()
  .regex(/^(default|(graph|type):[^\s]{1,100})$/, 'must be default, graph:NAME or type:DOCUMENT_TYPE')
