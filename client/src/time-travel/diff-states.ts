import { CountersignError } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import type { DiffInput, StateDiff } from '../schemas/time-travel.ts'

export async function diffStates(_context: ClientContext, _run: string, _input?: DiffInput): Promise<StateDiff> {
  throw new CountersignError('unavailable', 'Not built yet.')
}
