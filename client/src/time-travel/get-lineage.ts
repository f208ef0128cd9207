import { CountersignError } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import type { Lineage } from '../schemas/time-travel.ts'

export async function getLineage(_context: ClientContext, _run: string): Promise<Lineage> {
  throw new CountersignError('unavailable', 'Not built yet.')
}
