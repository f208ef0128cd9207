import type { ClientContext } from '../context.ts'
import { countReviews } from '../count-reviews.ts'
import { findNeighbours } from '../find-neighbours.ts'
import { listReviews } from '../list-reviews.ts'
import type { CountersignClient } from '../types.ts'
import { deleteView } from '../views/delete-view.ts'
import { listViews } from '../views/list-views.ts'
import { saveView } from '../views/save-view.ts'

type InboxDoors = Pick<CountersignClient, 'listReviews' | 'countReviews' | 'neighbours' | 'listViews' | 'saveView' | 'deleteView'>

/** What waits for whom. */
export const inboxDoors = (context: ClientContext): InboxDoors => ({
  listReviews: (filter) => listReviews(context, filter),
  countReviews: () => countReviews(context),
  neighbours: (review, filter) => findNeighbours(context, review, filter),
  listViews: () => listViews(context),
  saveView: (input) => saveView(context, input),
  deleteView: (view) => deleteView(context, view),
})
