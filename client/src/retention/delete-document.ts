import { CountersignError } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import type { DeletedDocument } from '../schemas/retention.ts'

export async function deleteDocument(_context: ClientContext, _document: string, _reason: string): Promise<DeletedDocument> {
  throw new CountersignError('unavailable', 'Not built yet.')
}
