import { stallReasonSchema } from '@countersign/workflows/contract'
import { z } from 'zod'
import { attemptViewSchema } from './attempts.ts'
import { instantSchema, pageQuery } from './page.ts'
import { reviewSummarySchema } from './reviews.ts'

export const runStatusSchema = z.enum(['running', 'waiting', 'parked', 'done', 'aborted', 'cancelled'])
export type RunStatus = z.infer<typeof runStatusSchema>

export const runSummarySchema = z.object({
  id: z.string(),
  graph: z.string(),
  version: z.string(),
  title: z.string(),
  status: runStatusSchema,
  step: z.number(),
  next: z.array(z.string()),
  document: z.string().nullable(),
  parentRun: z.string().nullable(),
  parentCheckpoint: z.string().nullable(),
  sandbox: z.boolean().describe('A replay: what it would write was recorded instead.'),
  hold: z.boolean().describe('Legal hold: nothing of it is deleted.'),
  error: z.object({ code: z.string(), message: z.string(), node: z.string().nullable() }).nullable(),
  partial: z.string().nullable().describe('The run is done, but these parts of its input could not be read.'),
  createdBy: z.string(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  finishedAt: instantSchema.nullable(),
  openReviews: z.array(z.string()).describe('Open reviews of this run.'),
})
export type RunSummary = z.infer<typeof runSummarySchema>

export const graphViewSchema = z.object({
  name: z.string(),
  version: z.string(),
  nodes: z.array(z.object({ id: z.string(), kind: z.enum(['start', 'end', 'node', 'subgraph']) })),
  edges: z.array(z.object({ from: z.string(), to: z.string(), conditional: z.boolean(), label: z.string().optional() })),
  mermaid: z.string(),
})
export type GraphView = z.infer<typeof graphViewSchema>

export const runDetailSchema = runSummarySchema.extend({
  attempts: z.array(attemptViewSchema),
  reviews: z.array(reviewSummarySchema),
  drawing: graphViewSchema.nullable(),
  stateSchema: z.record(z.string(), z.json()).describe('JSON Schema of the state, as registered; its `properties` name every key.'),
})
export type RunDetail = z.infer<typeof runDetailSchema>

export const checkpointViewSchema = z.object({
  id: z.string(),
  parent: z.string().nullable(),
  step: z.number(),
  source: z.string(),
  nodes: z.array(z.string()),
  next: z.array(z.string()),
  at: instantSchema,
})
/** One checkpoint of a run, newest last. `nodes` are the nodes whose writes it holds. */
export type CheckpointView = z.infer<typeof checkpointViewSchema>

export const checkpointStateSchema = checkpointViewSchema.extend({
  values: z.record(z.string(), z.unknown()),
  changed: z.array(z.string()).describe("Keys whose value differs from the parent checkpoint's."),
})
export type CheckpointState = z.infer<typeof checkpointStateSchema>

export const runFilterSchema = z.strictObject({
  status: runStatusSchema.optional(),
  graph: z.string().optional(),
  bulk: z.string().optional().describe('Forks that were made together.'),
  sandbox: z.boolean().optional().describe('Only replays, or none of them; left out: none, but all of a `bulk`.'),
  text: z.string().optional(),
  ...pageQuery,
})
export type RunFilter = z.infer<typeof runFilterSchema>

export const startInputSchema = z.strictObject({
  graph: z.string(),
  version: z.string().optional(),
  input: z.unknown(),
  title: z.string().optional(),
  clientKey: z.string().optional(),
})
export type StartInput = z.infer<typeof startInputSchema>

export const changeEventSchema = z.object({
  kind: z.enum(['run', 'review', 'document', 'audit', 'batch']),
  id: z.string(),
  run: z.string().nullable(),
})
/**
 * Something changed; what to read again is up to the reader. Id `*`: from now on nothing is missed, but something may have been
 * before: read again whatever you show. It comes first, and again after a lost connection.
 */
export type ChangeEvent = z.infer<typeof changeEventSchema>

export const healthSchema = z.object({
  openReviews: z.number(),
  runs: z.record(runStatusSchema, z.number()),
  decidedNotResumed: z.number().describe('Decisions older than 30 s that their run has not taken in.'),
  stalls: z.partialRecord(stallReasonSchema, z.number()).describe('Runs that nothing moves, by reason; none: nothing stands still.'),
  temporal: z.boolean(),
})
export type Health = z.infer<typeof healthSchema>
