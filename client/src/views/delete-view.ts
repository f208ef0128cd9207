import { deleteSavedView } from '@countersign/db'
import type { ClientContext } from '../context.ts'
import { checkId, notFound } from '../not-found.ts'

/** Deletes one's own view; an admin deletes anybody's. Throws `not_found` where there is none to delete. */
export async function deleteView({ tenant, user, actor, database }: ClientContext, view: string): Promise<void> {
  checkId('view', view)
  const owner = actor.roles.includes('admin') ? undefined : user
  if (!(await deleteSavedView(database.db, { tenant, view, owner }))) throw notFound('view', view)
}
