import { CountersignError } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import type { RunComparison } from '../schemas/time-travel.ts'

export async function compareRuns(_context: ClientContext, _a: string, _b: string): Promise<RunComparison> {
  throw new CountersignError('unavailable', 'Not built yet.')
}
