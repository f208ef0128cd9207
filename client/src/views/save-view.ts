import { keepSavedView, type SavedViewRow } from '@countersign/db'
import { CountersignError, newViewId, said } from '@countersign/workflows/contract'
import type { ClientContext } from '../context.ts'
import { checkText } from '../storable.ts'
import type { NewView, SavedView } from '../types.ts'

const MOST_NAME = 80
const MOST_QUERY = 2_000

export function viewOf({ id, name, query, owner, shared }: SavedViewRow): SavedView {
  return { id, name, query, owner, shared }
}

/** Keeps a view of the inbox under a name; saved again under the same name it is replaced. Safe to repeat. Throws `invalid_input`. */
export async function saveView({ tenant, user, database }: ClientContext, input: NewView): Promise<SavedView> {
  const name = input.name.trim()
  checkText('The view', name + input.query)
  if (name === '' || name.length > MOST_NAME) {
    throw new CountersignError('invalid_input', said('view.name', { most: MOST_NAME }))
  }
  if (input.query.length > MOST_QUERY) throw new CountersignError('invalid_input', said('view.query', { most: MOST_QUERY }))
  const query = new URLSearchParams(input.query)
  // A view is a place to begin, not the page somebody had come to.
  query.delete('after')
  const view = { id: newViewId(), tenant, owner: user, name, query: query.toString(), shared: input.shared ?? false }
  return viewOf(await keepSavedView(database.db, view))
}
