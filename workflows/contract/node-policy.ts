import { z } from 'zod'

/**
 * How one node runs, from its `metadata` (durations in milliseconds).
 * A quick node is a Temporal local activity: low latency, no queue of its own, meant for under a second.
 */
export const nodePolicySchema = z.object({
  quick: z.boolean().optional(),
  queue: z.string().optional(),
  startToClose: z.number().int().positive().optional(),
  heartbeat: z.number().int().positive().optional(),
  retries: z.number().int().min(0).optional(),
})
export type NodePolicy = z.infer<typeof nodePolicySchema>
