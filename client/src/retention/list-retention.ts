import { CountersignError } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import type { RetentionPolicy } from '../schemas/retention.ts'

export async function listRetention(_context: ClientContext): Promise<RetentionPolicy[]> {
  throw new CountersignError('unavailable', 'Not built yet.')
}
