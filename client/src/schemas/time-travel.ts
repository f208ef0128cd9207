import { stallReasonSchema, stateEditSchema } from '@countersign/workflows/contract'
import { z } from 'zod'
import { instantSchema, pageQuery } from './page.ts'
import { checkpointViewSchema, runStatusSchema, runSummarySchema } from './runs.ts'

/** What made a checkpoint. */
export const causeSchema = z.object({
  kind: z.enum(['input', 'loop', 'edit', 'fork', 'migrate']),
  by: z.string().nullable().describe('The person who started, forked or edited; null for the machine.'),
  reason: z.string().nullable(),
})
export type Cause = z.infer<typeof causeSchema>

export const historyEntrySchema = checkpointViewSchema.extend({
  cause: causeSchema,
  changed: z.array(z.string()).describe("Keys of the state that differ from the parent checkpoint's, by their versions."),
  bytes: z.number().describe('Size of the values that this step wrote.'),
  subgraphs: z
    .array(z.object({ namespace: z.string(), node: z.string(), checkpoints: z.number() }))
    .describe('Subgraphs that ran in the step after it: their own histories.'),
  forks: z.array(z.string()).describe('Runs that were forked here.'),
})
/** One checkpoint of a run as its history tells it. */
export type HistoryEntry = z.infer<typeof historyEntrySchema>

export const historyFilterSchema = z.strictObject({
  namespace: z.string().optional().describe("A subgraph's own history, by its namespace."),
  checkpoint: z.string().optional().describe('This one alone.'),
  ...pageQuery,
})
/** A page of the history, newest first. */
export type HistoryFilter = z.infer<typeof historyFilterSchema>

export const stateChangeSchema = z.object({
  path: z.string().describe('JSON Pointer (RFC 6901) into the state.'),
  kind: z.enum(['added', 'removed', 'changed']),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
})
export type StateChange = z.infer<typeof stateChangeSchema>

export const stateDiffSchema = z.object({
  changes: z.array(stateChangeSchema),
  more: z.number().describe('Changes left out, because there are too many.'),
})
/** What differs between two states. Long texts are cut. */
export type StateDiff = z.infer<typeof stateDiffSchema>

export const diffInputSchema = z.strictObject({
  from: z.string().optional().describe('A checkpoint; left out: the parent of `to`.'),
  to: z.string().optional().describe('A checkpoint; left out: the newest.'),
  with: z.string().optional().describe('Another run, whose checkpoint `to` is.'),
})
export type DiffInput = z.infer<typeof diffInputSchema>

export const lineageRunSchema = z.object({
  id: z.string(),
  title: z.string(),
  graph: z.string(),
  version: z.string(),
  status: runStatusSchema,
  parentRun: z.string().nullable(),
  parentCheckpoint: z.string().nullable(),
  parentStep: z.number().nullable(),
  nodes: z.array(z.string()).describe('The only nodes that ran anew, of those that were next; empty: all.'),
  edited: z.array(z.string()).describe('Keys of the state that were changed as it was forked.'),
  reason: z.string().nullable(),
  sandbox: z.boolean(),
  bulk: z.string().nullable(),
  createdBy: z.string(),
  createdAt: instantSchema,
})
/** One run of a tree of forks. */
export type LineageRun = z.infer<typeof lineageRunSchema>

export const lineageSchema = z.object({
  root: z.string(),
  runs: z.array(lineageRunSchema).describe('Parents before their forks; at most 500.'),
})
export type Lineage = z.infer<typeof lineageSchema>

const forkChoices = {
  edit: stateEditSchema.optional(),
  version: z.string().optional().describe("Of the graph; left out: the run's own."),
  sandbox: z
    .boolean()
    .optional()
    .describe('A replay: nodes that write record what they would write, and nobody is asked. Left out version: the newest.'),
  reason: z.string().max(4000).optional(),
}

export const forkInputSchema = z.strictObject({
  ...forkChoices,
  checkpoint: z.string().optional().describe('Where it starts; left out: the newest.'),
  namespace: z.string().optional().describe('With `checkpoint`: a checkpoint of a subgraph, in the middle of which it goes on.'),
  nodes: z
    .array(z.string())
    .max(50)
    .optional()
    .describe('Of several parallel nodes or tasks only these run anew; what the others had written is taken along.'),
  title: z.string().max(300).optional(),
  clientKey: z.string().min(1).max(200).optional(),
})
/** A new run that starts from a checkpoint of another. */
export type ForkInput = z.infer<typeof forkInputSchema>

export const runSetSchema = z.strictObject({
  runs: z.array(z.string()).max(1000).optional(),
  graph: z.string().optional(),
  version: z.string().optional(),
  status: runStatusSchema.optional(),
  node: z.string().optional().describe('Parked or failed at this node.'),
  code: z.string().optional().describe('With this error.'),
  since: instantSchema.optional().describe('Started at or after.'),
  until: instantSchema.optional().describe('Started before.'),
})
/** Which runs: all that fit every criterion. */
export type RunSet = z.infer<typeof runSetSchema>

export const bulkForkInputSchema = z.strictObject({
  ...forkChoices,
  of: runSetSchema,
  from: z
    .union([z.enum(['start', 'latest']), z.strictObject({ node: z.string() })])
    .optional()
    .describe('The first checkpoint, the newest (default), or the last one before this node ran.'),
  limit: z.number().int().min(1).max(1000).optional().describe('At most so many runs, newest first; 100 when left out.'),
  dryRun: z.boolean().optional(),
})
/** Forks of many runs at once. */
export type BulkForkInput = z.infer<typeof bulkForkInputSchema>

export const bulkForkSchema = z.object({
  bulk: z.string().nullable().describe('What the forks have in common; null for a dry run.'),
  matched: z.number().describe('Runs that fit, whether or not they are within the limit.'),
  items: z.array(
    z.object({
      run: z.string(),
      title: z.string(),
      checkpoint: z.string().nullable(),
      step: z.number().nullable(),
      fork: z.string().nullable(),
      refused: z.object({ code: z.string(), message: z.string() }).nullable(),
    }),
  ),
})
export type BulkFork = z.infer<typeof bulkForkSchema>

export const editRunInputSchema = stateEditSchema.extend({
  checkpoint: z.string().optional().describe('The newest checkpoint as the caller knows it; another one is refused as `conflict`.'),
  reason: z.string().min(1).max(4000),
  clientKey: z.string().min(1).max(200).optional(),
})
/** A change of a waiting or parked run where it stands. */
export type EditRunInput = z.infer<typeof editRunInputSchema>

const costSchema = z.object({ ms: z.number(), tokens: z.number(), attempts: z.number() })
const fieldReadingSchema = z.object({ value: z.unknown(), confidence: z.number().nullable() }).nullable()
const askedSchema = z.object({ node: z.string(), kind: z.string(), title: z.string(), verb: z.string().nullable() })

export const runComparisonSchema = z.object({
  a: runSummarySchema,
  b: runSummarySchema,
  path: z
    .array(z.object({ a: z.string().nullable(), b: z.string().nullable() }))
    .describe('The nodes of both in the order they ran, set beside each other; null: the other has no such step there.'),
  samePath: z.boolean(),
  state: stateDiffSchema.describe('From the newest state of `a` to that of `b`.'),
  fields: z.array(z.object({ name: z.string(), a: fieldReadingSchema, b: fieldReadingSchema, same: z.boolean() })),
  cost: z.object({ a: costSchema, b: costSchema }).describe('Of a run and its own fork: from where they part.'),
  asked: z.object({ a: z.array(askedSchema), b: z.array(askedSchema) }),
  effects: z
    .array(z.object({ node: z.string(), name: z.string(), data: z.unknown() }))
    .describe('What `b` would have written, where it is a replay.'),
})
export type RunComparison = z.infer<typeof runComparisonSchema>

export const bulkComparisonSchema = z.object({
  bulk: z.string(),
  running: z.number(),
  rows: z.array(
    z.object({
      parent: z.string(),
      run: z.string(),
      title: z.string(),
      status: runStatusSchema,
      samePath: z.boolean(),
      keys: z.array(z.string()).describe('Keys of the state that differ.'),
      fields: z.array(z.object({ name: z.string(), a: z.unknown(), b: z.unknown() })).describe('Extracted fields that differ.'),
      asked: z.object({ a: z.number(), b: z.number() }),
      cost: z.object({ a: costSchema, b: costSchema }),
      error: z.string().nullable(),
    }),
  ),
})
/** The forks that were made together, each beside its parent. */
export type BulkComparison = z.infer<typeof bulkComparisonSchema>

export const incidentGroupSchema = z.object({
  group: z.string().describe('Names the group in filters of reviews and batches.'),
  graph: z.string(),
  version: z.string(),
  node: z.string(),
  code: z.string(),
  message: z.string().describe('Of the newest; numbers and ids differ within a group.'),
  count: z.number(),
  oldest: instantSchema,
  newest: instantSchema,
  review: z.string().describe('The newest incident of the group.'),
})
/** Parked runs that stopped at the same node for the same reason. */
export type IncidentGroup = z.infer<typeof incidentGroupSchema>

export const stallViewSchema = z.object({
  run: z.string(),
  title: z.string(),
  graph: z.string(),
  reason: stallReasonSchema,
  data: z.record(z.string(), z.string()).describe('`node`, `queue`, `review`: what is known.'),
  since: instantSchema,
})
/** A run that nothing moves. */
export type StallView = z.infer<typeof stallViewSchema>

export const graphVersionSchema = z.object({
  name: z.string(),
  version: z.string(),
  registeredAt: instantSchema,
  migratesFrom: z.array(z.string()),
  running: z.number(),
  waiting: z.number(),
  parked: z.number(),
  ended: z.number(),
})
/** A version of a graph, and how many runs are on it. */
export type GraphVersion = z.infer<typeof graphVersionSchema>

export const graphProblemSchema = z.object({
  run: z.string(),
  title: z.string(),
  graph: z.string(),
  version: z.string(),
  kind: z.enum(['removed_version', 'removed_node', 'removed_key', 'changed_schema']),
  detail: z.string(),
})
/** One thing that would keep a run from going on. */
export type GraphProblem = z.infer<typeof graphProblemSchema>

export const graphCheckSchema = z.object({
  checked: z.number().describe('Runs that wait, are parked or run.'),
  fine: z.number(),
  migrated: z.number().describe('Of those, how many go on in another version.'),
  problems: z.array(graphProblemSchema).describe('At most 1,000; the counts are of all.'),
})
/** Runs that could not go on with the graphs of a new deployment. */
export type GraphCheck = z.infer<typeof graphCheckSchema>
