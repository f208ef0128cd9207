import { CountersignError } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import type { BulkComparison } from '../schemas/time-travel.ts'

export async function compareBulk(_context: ClientContext, _bulk: string): Promise<BulkComparison> {
  throw new CountersignError('unavailable', 'Not built yet.')
}
