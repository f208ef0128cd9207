import { z } from 'zod'

/** One operation of a JSON Patch (RFC 6902) on a run's state. */
export const patchOperationSchema = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('add'), path: z.string(), value: z.json() }),
  z.strictObject({ op: z.literal('replace'), path: z.string(), value: z.json() }),
  z.strictObject({ op: z.literal('test'), path: z.string(), value: z.json() }),
  z.strictObject({ op: z.literal('remove'), path: z.string() }),
  z.strictObject({ op: z.literal('move'), from: z.string(), path: z.string() }),
  z.strictObject({ op: z.literal('copy'), from: z.string(), path: z.string() }),
])
export type PatchOperation = z.infer<typeof patchOperationSchema>

/** A change of a state: the whole new values of some keys, or a JSON Patch; one of the two. */
export const stateEditSchema = z.strictObject({
  values: z.record(z.string(), z.json()).optional().describe('Whole new values, by key of the state; they replace what is there.'),
  patch: z.array(patchOperationSchema).max(500).optional().describe('JSON Patch (RFC 6902); the first part of each path is a key.'),
  asNode: z
    .string()
    .optional()
    .describe(
      'As if this node had written the values: reducers apply, and its edges say what runs next. Left out: values replace what is there, and what was next stays next.',
    ),
})
export type StateEdit = z.infer<typeof stateEditSchema>

/** What a worker knows of one of its graphs, for comparing it with the runs that wait. */
export const graphDescriptionSchema = z.object({
  name: z.string(),
  version: z.string(),
  nodes: z.array(z.string()),
  stateSchema: z.record(z.string(), z.json()).describe('JSON Schema of the state; its `properties` name every key.'),
  migratesFrom: z.array(z.string()).describe('Versions whose waiting runs it takes over.'),
})
export type GraphDescription = z.infer<typeof graphDescriptionSchema>

/** Why nothing moves a run. `decided_not_resumed`: a decision is 30 s old and not taken in. `not_started`: recorded, but Temporal has not begun it. `no_worker`: its next node waits on a queue that no worker serves. `heartbeat_lost`: the worker of a long node is silent. `workflow_lost`: Temporal does not know it any more. */
export const stallReasonSchema = z.enum(['decided_not_resumed', 'not_started', 'no_worker', 'heartbeat_lost', 'workflow_lost'])
export type StallReason = z.infer<typeof stallReasonSchema>
