import {
  evidenceSchema,
  fieldSchema,
  reviewKindSchema,
  reviewPolicySchema,
  reviewRequestSchema,
  sentenceSchema,
  verbSchema,
} from '@countersign/workflows/contract'
import { z } from 'zod'
import { attemptViewSchema } from './attempts.ts'
import { documentViewSchema, pageViewSchema } from './documents.ts'
import { instantSchema, pageQuery } from './page.ts'

const at = instantSchema

export const reviewSummarySchema = z.object({
  id: z.string(),
  run: z.string(),
  kind: reviewKindSchema,
  status: z.enum(['open', 'decided', 'withdrawn']),
  title: z.string(),
  titleSays: sentenceSchema.nullable().describe('The title by a stable code and its values, where the product made it.'),
  reason: z.string(),
  node: z.string(),
  document: z.string().nullable(),
  documentType: z.string().nullable(),
  confidence: z.number().nullable(),
  openedAt: at,
  dueAt: at.nullable(),
  decidedAt: at.nullable(),
  decidedBy: z.string().nullable(),
  verb: verbSchema.nullable(),
  priority: z.number(),
  assignee: z.string().nullable(),
  claim: z.object({ by: z.string(), until: at }).nullable().describe('Who holds the lease now, and until when; null where nobody does.'),
  quorum: z.number(),
  disputed: z.boolean(),
  round: z.number(),
  doubts: z.number().describe('Doubtful fields, as a number.'),
})
export type ReviewSummary = z.infer<typeof reviewSummarySchema>

export const voteViewSchema = z.object({
  by: z.string(),
  verb: verbSchema,
  value: z.unknown(),
  reason: z.string().nullable(),
  at,
})
/** One answer to a review that needs several. */
export type VoteView = z.infer<typeof voteViewSchema>

export const quorumViewSchema = z.object({
  needed: z.number(),
  given: z.number(),
  disputed: z.boolean(),
  mine: z.boolean(),
  votes: z.array(voteViewSchema),
})
/** How far a review that needs several answers has come. `votes` is empty where the policy is blind and one has not answered oneself. */
export type QuorumView = z.infer<typeof quorumViewSchema>

export const standingSchema = z.object({ allowed: z.boolean(), why: z.string().nullable(), says: sentenceSchema.nullable() })
/** Whether the caller may decide a review, and if not, why not in a sentence: in English, and as it can be said in any language. */
export type Standing = z.infer<typeof standingSchema>

export const reviewDetailSchema = reviewSummarySchema.extend({
  request: reviewRequestSchema,
  fields: z.array(fieldSchema),
  shownHash: z.string(),
  ticket: z
    .string()
    .nullable()
    .describe(
      'Proves that this person was shown this; to be sent back with the decision. Null where there is nothing for the caller to decide.',
    ),
  decision: z
    .object({
      verb: verbSchema,
      value: z.unknown(),
      reason: z.string().nullable(),
      by: z.string(),
      at,
      appliedAt: at.nullable(),
      byDefault: z.boolean(),
      /** Where a person found what was changed, by field name; null where nobody said. */
      evidence: z.record(z.string(), z.array(evidenceSchema)).nullable(),
    })
    .nullable(),
  documentView: documentViewSchema.nullable(),
  pages: z.array(pageViewSchema),
  policy: reviewPolicySchema,
  mayDecide: z.object({ roles: z.array(z.string()), users: z.array(z.string()) }).describe('Roles and people who may decide now.'),
  /** Whether the caller may, and if not, why not. */
  standing: standingSchema,
  /** Null where one answer is enough. */
  votes: quorumViewSchema.nullable(),
  comments: z.number().describe('How often somebody has commented.'),
  /** For an incident: the attempts of the node that gave up. */
  attempts: z.array(attemptViewSchema),
  graph: z.string(),
  checkpoint: z.string().describe('Of the run, where it was asked: a fork from there asks anew.'),
})
export type ReviewDetail = z.infer<typeof reviewDetailSchema>

/** What narrows a list of reviews, without the page. */
export const reviewFilterSchema = z.strictObject({
  status: z
    .enum(['open', 'decided', 'withdrawn'])
    .optional()
    .describe('Left out: reviews of any status, newest first; `open` lists them oldest first.'),
  kind: reviewKindSchema.optional(),
  documentType: z.string().optional(),
  run: z.string().optional(),
  graph: z.string().optional().describe('Of the run.'),
  node: z.string().optional().describe('Asked by this node.'),
  code: z.string().optional().describe('Incidents with this error.'),
  group: z.string().optional().describe('Incidents of this group, by the `group` that a list of groups names.'),
  olderThan: z.number().optional().describe('Opened at least this many seconds ago.'),
  text: z.string().optional().describe('Substring of the title, any case.'),
  claim: z
    .enum(['mine', 'assigned', 'free'])
    .optional()
    .describe('`mine`: claimed by the caller; `assigned`: given to the caller; `free`: claimed by nobody.'),
  due: z
    .enum(['overdue', 'soon', 'none'])
    .optional()
    .describe('`overdue`: past its deadline; `soon`: due within the hour; `none`: without a deadline.'),
  minConfidence: z.number().optional().describe('Confidence at least, 0..1.'),
  maxConfidence: z.number().optional().describe('Confidence at most, 0..1.'),
  decidable: z.boolean().optional().describe('Only what the caller may decide.'),
  sort: z
    .enum(['oldest', 'newest', 'priority', 'due', 'confidence'])
    .optional()
    .describe(
      'Open reviews: `oldest` when left out. `priority`: highest first, then oldest; `due`: most urgent first; `confidence`: least sure first.',
    ),
  ...pageQuery,
})
export type ReviewFilter = z.infer<typeof reviewFilterSchema>

export const reviewCountsSchema = z.object({
  open: z.number(),
  byKind: z.record(z.string(), z.number()),
  byDocumentType: z.record(z.string(), z.number()),
  overdue: z.number(),
  dueSoon: z.number(),
  mine: z.number(),
  assigned: z.number(),
})
export type ReviewCounts = z.infer<typeof reviewCountsSchema>

export const neighboursSchema = z.object({
  previous: z.string().nullable(),
  next: z.string().nullable(),
  position: z.number(),
  total: z.number(),
})
/** The open reviews before and after one, and where it stands among them. */
export type Neighbours = z.infer<typeof neighboursSchema>

const decisionOutcomeSchema = z.enum(['decided', 'voted', 'escalated'])
/** What became of a decision: it closed the review, it was one answer of several that are needed, or it handed the review on. */
export type DecisionOutcome = z.infer<typeof decisionOutcomeSchema>

export const decidedSchema = z.object({
  decision: z.string().nullable().describe('Null where the review is still open: voted, or handed on.'),
  review: reviewSummarySchema,
  outcome: decisionOutcomeSchema,
  repeated: z.boolean().describe('This very decision (same client key) had been made before; nothing new happened.'),
})
export type Decided = z.infer<typeof decidedSchema>

export const claimSchema = z.object({ review: z.string(), by: z.string(), until: at })
/** A lease on a review: nobody else may decide before `until`. */
export type Claim = z.infer<typeof claimSchema>

export const commentViewSchema = z.object({
  id: z.string(),
  review: z.string(),
  author: z.string(),
  body: z.string(),
  mentions: z.array(z.string()),
  at,
})
export type CommentView = z.infer<typeof commentViewSchema>

export const savedViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  query: z.string().describe("The inbox's query string, without the question mark."),
  owner: z.string(),
  shared: z.boolean(),
})
export type SavedView = z.infer<typeof savedViewSchema>

export const newViewSchema = z.strictObject({ name: z.string(), query: z.string(), shared: z.boolean().optional() })
export type NewView = z.infer<typeof newViewSchema>

export const policyViewSchema = z.object({
  scope: z.string(),
  policy: reviewPolicySchema,
  updatedBy: z.string(),
  updatedAt: at,
})
export type PolicyView = z.infer<typeof policyViewSchema>
