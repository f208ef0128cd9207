import { CountersignError } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import type { Page } from '../schemas/page.ts'
import type { HistoryEntry, HistoryFilter } from '../schemas/time-travel.ts'

export async function getHistory(_context: ClientContext, _run: string, _filter?: HistoryFilter): Promise<Page<HistoryEntry>> {
  throw new CountersignError('unavailable', 'Not built yet.')
}
