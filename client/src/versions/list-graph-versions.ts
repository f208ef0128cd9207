import { CountersignError } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import type { GraphVersion } from '../schemas/time-travel.ts'

export async function listGraphVersions(_context: ClientContext): Promise<GraphVersion[]> {
  throw new CountersignError('unavailable', 'Not built yet.')
}
