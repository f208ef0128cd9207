import { CountersignError } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import type { RetentionInput } from '../schemas/retention.ts'

export async function setRetention(_context: ClientContext, _graph: string, _policy: RetentionInput | null): Promise<void> {
  throw new CountersignError('unavailable', 'Not built yet.')
}
