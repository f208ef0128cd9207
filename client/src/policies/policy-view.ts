import type { PolicyRow } from '@countersign/db'
import { reviewPolicySchema } from '@countersign/workflows/contract'
import type { PolicyView } from '../desk-types.ts'

export function policyView({ scope, policy, updatedBy, updatedAt }: PolicyRow): PolicyView {
  return { scope, policy: reviewPolicySchema.parse(policy), updatedBy, updatedAt: updatedAt.toISOString() }
}
