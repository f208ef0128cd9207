import { CountersignError } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import type { EditRunInput } from '../schemas/time-travel.ts'

export async function editRun(_context: ClientContext, _run: string, _input: EditRunInput): Promise<void> {
  throw new CountersignError('unavailable', 'Not built yet.')
}
