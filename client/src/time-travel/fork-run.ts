import { CountersignError } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import type { ForkInput } from '../schemas/time-travel.ts'

export async function forkRun(_context: ClientContext, _run: string, _input?: ForkInput): Promise<{ run: string }> {
  throw new CountersignError('unavailable', 'Not built yet.')
}
