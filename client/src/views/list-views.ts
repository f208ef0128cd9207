import { listSavedViews } from '@countersign/db'
import type { ClientContext } from '../context.ts'
import type { SavedView } from '../types.ts'
import { viewOf } from './save-view.ts'

/** One's own views and those that others share, by name. */
export async function listViews({ tenant, user, database }: ClientContext): Promise<SavedView[]> {
  return (await listSavedViews(database.db, { tenant, user })).map(viewOf)
}
