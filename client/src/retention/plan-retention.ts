import { CountersignError } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import type { RetentionPlan } from '../schemas/retention.ts'

export async function planRetention(_context: ClientContext): Promise<RetentionPlan> {
  throw new CountersignError('unavailable', 'Not built yet.')
}
