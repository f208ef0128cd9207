import { CountersignError, type GraphDescription } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import type { GraphCheck } from '../schemas/time-travel.ts'

export async function checkGraphs(_context: ClientContext, _graphs: GraphDescription[]): Promise<GraphCheck> {
  throw new CountersignError('unavailable', 'Not built yet.')
}
