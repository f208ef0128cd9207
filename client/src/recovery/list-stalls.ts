import { CountersignError } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import type { StallView } from '../schemas/time-travel.ts'

export async function listStalls(_context: ClientContext): Promise<StallView[]> {
  throw new CountersignError('unavailable', 'Not built yet.')
}
