import { z } from 'zod'
import { reviewPolicySchema } from './review-policy.ts'
import { roleSchema } from './roles.ts'
import { sentenceSchema } from './sentences.ts'

/** The verbs a person can answer a review with. `escalate` hands it to a role and leaves it open; all others answer it. `respond`: a free answer in words; `ignore`: go on without an answer. */
export const verbSchema = z.enum(['approve', 'reject', 'edit', 'choose', 'respond', 'ignore', 'escalate', 'retry', 'skip', 'abort'])
export type Verb = z.infer<typeof verbSchema>

/**
 * extraction: doubtful fields of a document; approval: yes or no to a proposal; choice: one of several candidates; question: answered
 * in words; tool: a tool call of an agent; incident: a parked run; breakpoint: a static interrupt; custom: any other `interrupt(value)`.
 */
export const reviewKindSchema = z.enum(['extraction', 'approval', 'choice', 'question', 'tool', 'incident', 'breakpoint', 'custom'])
export type ReviewKind = z.infer<typeof reviewKindSchema>

/** Where in the document something was read. Boxes are fractions of the page (0..1), origin top left; spans are character offsets into the cleaned text. */
export const evidenceSchema = z.object({
  page: z.number().int().min(1).optional(),
  box: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }).optional(),
  span: z.object({ start: z.number().int().min(0), end: z.number().int().min(0) }).optional(),
  text: z.string().optional(),
  /** Seconds from the beginning of a recording. */
  time: z.object({ from: z.number().min(0), to: z.number().min(0) }).optional(),
  /** Content hash of the picture of this place, in the blob store. */
  crop: z.string().optional(),
})
export type Evidence = z.infer<typeof evidenceSchema>

/** One field as read: the value (null: not found), how sure (0..1), where, and why not surer. */
export const fieldSchema = z.object({
  name: z.string(),
  label: z.string(),
  value: z.json().nullable(),
  confidence: z.number().min(0).max(1),
  threshold: z.number().min(0).max(1),
  evidence: z.array(evidenceSchema),
  reasons: z.array(z.string()),
  alternatives: z
    .array(z.object({ value: z.json().nullable(), reason: z.string(), evidence: z.array(evidenceSchema).optional() }))
    .optional(),
})
export type Field = z.infer<typeof fieldSchema>

/** One of several answers to choose among. `id` is what is sent back. */
export const candidateSchema = z.object({
  id: z.string().min(1).max(200),
  label: z.string().min(1).max(300),
  value: z.json(),
  confidence: z.number().min(0).max(1).optional(),
  reason: z.string().max(2000).optional(),
  evidence: z.array(evidenceSchema).optional(),
})
export type Candidate = z.infer<typeof candidateSchema>

/**
 * Whose format the node asked in, so that it is answered in the same: Agent Inbox's `HumanInterrupt` (answered with a list of
 * `HumanResponse`), LangChain's human-in-the-loop middleware (answered with `{decisions}`), `plain`: anything else (a response is
 * the answer itself, as LangGraph has it; other verbs as here). Left out: {@link ResumeValue}.
 */
export const dialectSchema = z.enum(['agent-inbox', 'langchain-hitl', 'plain'])
export type Dialect = z.infer<typeof dialectSchema>

/**
 * The typed request of every pause: `interrupt(reviewRequest({...}))`.
 * `proposal` is what the machine would go on with; `schema` the JSON Schema an edited value must satisfy.
 */
export const reviewRequestSchema = z.object({
  countersign: z.literal(1),
  kind: reviewKindSchema,
  title: z.string().min(1).max(300),
  /** The title by its code, where the product made it: it is said in the reader's language. Titles of graphs have none. */
  titleSays: sentenceSchema.optional(),
  reason: z.string().max(2000).default(''),
  verbs: z.array(verbSchema).min(1),
  proposal: z.json().nullable(),
  schema: z.record(z.string(), z.json()).optional(),
  fields: z.array(fieldSchema).optional(),
  /** For `choose`: at least two. "None of these" is always possible and needs a reason. */
  candidates: z.array(candidateSchema).min(2).max(20).optional(),
  /** How sure the machine is of the whole proposal, 0..1. */
  confidence: z.number().min(0).max(1).optional(),
  /** Where the whole proposal was read. */
  evidence: z.array(evidenceSchema).optional(),
  /** Overrides what the tenant set for the graph and the document type, key by key. */
  policy: reviewPolicySchema.optional(),
  dialect: dialectSchema.optional(),
  /** What the format of others brought along that has no place here; shown as it is. */
  extra: z.record(z.string(), z.json()).optional(),
  document: z.string().optional(),
  documentType: z.string().optional(),
})
export type ReviewRequest = z.infer<typeof reviewRequestSchema>

/** How a review is answered whose request names no verbs. It can be handed to a role (`escalate`) in any case. */
export const DEFAULT_VERBS: Record<ReviewKind, readonly Verb[]> = {
  extraction: ['approve', 'edit', 'reject'],
  approval: ['approve', 'reject'],
  choice: ['choose'],
  question: ['respond'],
  tool: ['approve', 'edit', 'reject'],
  incident: ['retry', 'edit', 'skip', 'abort'],
  breakpoint: ['approve', 'edit', 'abort'],
  custom: ['approve', 'edit', 'reject', 'respond'],
}

/** A request as a node writes it: what is left out is filled in. */
export type ReviewRequestInput = Omit<z.input<typeof reviewRequestSchema>, 'countersign' | 'verbs'> & { verbs?: Verb[] }

/** Builds the value for LangGraph's `interrupt()`. Verbs that are left out are those of the kind. Throws a ZodError on a malformed request. */
export function reviewRequest(request: ReviewRequestInput): ReviewRequest {
  return reviewRequestSchema.parse({ ...request, countersign: 1, verbs: request.verbs ?? [...DEFAULT_VERBS[request.kind]] })
}

/** What `interrupt()` returns to the node after a decision. `value`: the edited (or approved) proposal, or the state patch of an incident. */
export const resumeValueSchema = z.object({
  verb: verbSchema,
  value: z.json().nullable(),
  reason: z.string().nullable(),
  by: z.string(),
  review: z.string(),
  /** Nobody decided in time: this is the default of the policy. */
  byDefault: z.boolean().optional(),
  /** After an edit: where the person found the values, by field name; fields nobody pointed at are left out. */
  evidence: z.record(z.string(), z.array(evidenceSchema)).optional(),
})
export type ResumeValue = z.infer<typeof resumeValueSchema>

/**
 * What a caller sends to decide a review. `clientKey` makes it safe to send again; `shownHash` binds it to what the person saw,
 * `ticket` (of `getReview`) to that and to the person.
 */
export const decideInputSchema = z.object({
  /** The review, or the run where only one of its reviews is open. */
  review: z.string().min(1).optional(),
  run: z.string().min(1).optional(),
  verb: verbSchema,
  /** For `edit` the whole edited proposal; for `choose` the id of a candidate, or null for none of them; for `respond` the answer. */
  value: z.json().optional(),
  /** Needed for `reject`, `escalate` and for choosing none. */
  reason: z.string().max(4000).optional(),
  /** For `escalate`: who is to decide now. */
  role: roleSchema.optional(),
  /** For `skip`: the node to go on with. */
  node: z.string().optional(),
  /** For `edit`: where a person found the values that were changed, by field name. */
  evidence: z.record(z.string(), z.array(evidenceSchema).max(20)).optional(),
  clientKey: z.string().min(1).max(200).optional(),
  shownHash: z
    .string()
    .optional()
    .describe('What was shown, as `getReview` says; another hash than the review has now is refused as `changed_since_shown`.'),
  ticket: z
    .string()
    .max(2000)
    .optional()
    .describe(
      'Of `getReview`: binds the decision to what this person was shown. A console takes no decision without it; whoever got none may not decide.',
    ),
})
export type DecideInput = z.infer<typeof decideInputSchema>
