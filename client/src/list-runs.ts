import { listRuns as queryRuns } from '@countersign/db'
import type { ClientContext } from './context.ts'
import { runSummary } from './run-view.ts'
import { checkText } from './storable.ts'
import type { Page, RunFilter, RunSummary } from './types.ts'

/** A page of runs, newest first; replays only where they are asked for. Throws `invalid_input` for a malformed cursor or limit. */
export async function listRuns({ tenant, database }: ClientContext, filter: RunFilter = {}): Promise<Page<RunSummary>> {
  checkText('The filter', [filter.text, filter.graph, filter.bulk].join(''))
  const page = await queryRuns(database.db, { ...filter, tenant })
  return { items: page.items.map(runSummary), next: page.next }
}
