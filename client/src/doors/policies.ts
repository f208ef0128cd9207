import { createBatch } from '../batches/create-batch.ts'
import { getBatch } from '../batches/get-batch.ts'
import { listBatchItems } from '../batches/list-batch-items.ts'
import { startBatch } from '../batches/start-batch.ts'
import { stopBatch } from '../batches/stop-batch.ts'
import type { ClientContext } from '../context.ts'
import { listPolicies } from '../policies/list-policies.ts'
import { setDeadline } from '../policies/set-deadline.ts'
import { setPolicy } from '../policies/set-policy.ts'
import type { CountersignClient } from '../types.ts'

type PolicyDoors = Pick<
  CountersignClient,
  'listPolicies' | 'setPolicy' | 'setDeadline' | 'createBatch' | 'getBatch' | 'listBatchItems' | 'startBatch' | 'stopBatch'
>

/** Who decides by when, and one answer for many. */
export const policyDoors = (context: ClientContext): PolicyDoors => ({
  listPolicies: () => listPolicies(context),
  setPolicy: (scope, policy) => setPolicy(context, scope, policy),
  setDeadline: (review, dueAt) => setDeadline(context, review, dueAt),
  createBatch: (input) => createBatch(context, input),
  getBatch: (batch) => getBatch(context, batch),
  listBatchItems: (batch, filter) => listBatchItems(context, batch, filter),
  startBatch: (batch) => startBatch(context, batch),
  stopBatch: (batch) => stopBatch(context, batch),
})
