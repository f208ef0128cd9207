import { CountersignError } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import type { RetentionResult } from '../schemas/retention.ts'

export async function applyRetention(_context: ClientContext): Promise<RetentionResult> {
  throw new CountersignError('unavailable', 'Not built yet.')
}
