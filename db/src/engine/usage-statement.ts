import type { AttemptRef, Statement } from '../checkpointer/attempt-scope.ts'
import type { TokenUsage } from '../schema/runs.ts'

/** Writes down what an attempt cost in tokens; to be held back with its other writes, so that it is committed with them. */
export const usageStatement = ({ run, checkpoint, task, fence, token }: AttemptRef, usage: TokenUsage): Statement => ({
  text: `update countersign.attempts set usage = $6 where run = $1 and checkpoint = $2 and task = $3 and fence = $4 and token = $5`,
  values: [run, checkpoint, task, fence, token, JSON.stringify(usage)],
})
