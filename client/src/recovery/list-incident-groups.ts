import { CountersignError } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import type { IncidentGroup } from '../schemas/time-travel.ts'

export async function listIncidentGroups(_context: ClientContext): Promise<IncidentGroup[]> {
  throw new CountersignError('unavailable', 'Not built yet.')
}
