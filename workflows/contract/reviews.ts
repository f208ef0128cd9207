import { z } from 'zod'

/** The verbs a person can answer a review with. `choose` and `escalate` come with the review desk. */
export const verbSchema = z.enum(['approve', 'reject', 'edit', 'choose', 'escalate', 'retry', 'skip', 'abort'])
export type Verb = z.infer<typeof verbSchema>

/** extraction: doubtful fields of a document; incident: a parked run; breakpoint: a static interrupt; custom: any other `interrupt(value)`. */
export const reviewKindSchema = z.enum(['extraction', 'approval', 'choice', 'question', 'incident', 'breakpoint', 'custom'])
export type ReviewKind = z.infer<typeof reviewKindSchema>

/** Where in the document something was read. Boxes are fractions of the page (0..1), origin top left; spans are character offsets into the cleaned text. */
export const evidenceSchema = z.object({
  page: z.number().int().min(1).optional(),
  box: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }).optional(),
  span: z.object({ start: z.number().int().min(0), end: z.number().int().min(0) }).optional(),
  text: z.string().optional(),
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

/**
 * The typed request of every pause: `interrupt(reviewRequest({...}))`.
 * `proposal` is what the machine would go on with; `schema` the JSON Schema an edited value must satisfy.
 */
export const reviewRequestSchema = z.object({
  countersign: z.literal(1),
  kind: reviewKindSchema,
  title: z.string().min(1).max(300),
  reason: z.string().max(2000).default(''),
  verbs: z.array(verbSchema).min(1),
  proposal: z.json().nullable(),
  schema: z.record(z.string(), z.json()).optional(),
  fields: z.array(fieldSchema).optional(),
  document: z.string().optional(),
  documentType: z.string().optional(),
})
export type ReviewRequest = z.infer<typeof reviewRequestSchema>

/** Builds the value for LangGraph's `interrupt()`. Throws a ZodError on a malformed request. */
export function reviewRequest(request: Omit<z.input<typeof reviewRequestSchema>, 'countersign'>): ReviewRequest {
  return reviewRequestSchema.parse({ countersign: 1, ...request })
}

/** What `interrupt()` returns to the node after a decision. `value`: the edited (or approved) proposal, or the state patch of an incident. */
export const resumeValueSchema = z.object({
  verb: verbSchema,
  value: z.json().nullable(),
  reason: z.string().nullable(),
  by: z.string(),
  review: z.string(),
})
export type ResumeValue = z.infer<typeof resumeValueSchema>

/** What a caller sends to decide a review. `clientKey` makes it safe to send again; `shownHash` binds it to what the person saw. */
export const decideInputSchema = z.object({
  review: z.string().min(1),
  verb: verbSchema,
  value: z.json().optional(),
  /** Needed for `reject`. */
  reason: z.string().max(4000).optional(),
  /** For `skip`: the node to go on with. */
  node: z.string().optional(),
  clientKey: z.string().min(1).max(200).optional(),
  shownHash: z.string().optional(),
})
export type DecideInput = z.infer<typeof decideInputSchema>
