import type { CommentView, Me, ReviewDetail, UserView } from '@countersign/client'
import { type InboxQuery, inboxHref, reviewHref } from '../inbox/inbox-query.ts'
import type { StateLine } from '../runs/outline-state.ts'
import type { HistoryEntry } from './history.ts'
import type { Neighbours } from './review-head.tsx'

/** Where a stopped run stands, and the nodes one could go on at. */
export interface Stop {
  state: StateLine[]
  nodes: string[]
}

export interface DeskProps {
  review: ReviewDetail
  neighbours: Neighbours | null
  query: InboxQuery
  me: Pick<Me, 'user' | 'permissions'>
  people: Pick<UserView, 'id' | 'name'>[]
  comments: CommentView[]
  history: HistoryEntry[]
  /** For a run that the engine stopped: an incident or a breakpoint. */
  stop: Stop | null
}

/** Addresses one can go on to from a review. */
export interface Onward {
  previous: string | null
  next: string | null
  inbox: string
}

/** Beyond so many reviews nobody counts; under a search by words, beyond a tenth of it. */
const COUNTED = 10_000
const COUNTED_BY_WORDS = 1_000

/** Where a review stands among the others: a number, or one that it is beyond. */
export function placeOf({ position, total }: Pick<Neighbours, 'position' | 'total'>, query: InboxQuery, number: (value: number) => string) {
  const most = query.q ? COUNTED_BY_WORDS : COUNTED
  const say = (count: number) => (count > most ? `${number(most)}+` : number(count))
  return { position: say(position), total: say(total) }
}

/** Where one can go from here; the filter one came with stays. */
export function onwardOf({ neighbours, query }: Pick<DeskProps, 'neighbours' | 'query'>): Onward {
  const href = (id: string | null | undefined) => (id ? reviewHref(id, query) : null)
  return { previous: href(neighbours?.previous), next: href(neighbours?.next), inbox: inboxHref(query) }
}
