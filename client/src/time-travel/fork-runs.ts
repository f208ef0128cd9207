import { CountersignError } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import type { BulkFork, BulkForkInput } from '../schemas/time-travel.ts'

export async function forkRuns(_context: ClientContext, _input: BulkForkInput): Promise<BulkFork> {
  throw new CountersignError('unavailable', 'Not built yet.')
}
