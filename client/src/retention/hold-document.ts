import { CountersignError } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'

export async function holdDocument(_context: ClientContext, _document: string, _hold: boolean, _reason?: string): Promise<void> {
  throw new CountersignError('unavailable', 'Not built yet.')
}
