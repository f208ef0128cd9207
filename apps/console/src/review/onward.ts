import type { ReviewDetail } from '@countersign/client'
import { type InboxQuery, inboxHref, reviewHref } from '../inbox/inbox-query.ts'
import type { Neighbours } from './review-head.tsx'

export interface DeskProps {
  review: ReviewDetail
  neighbours: Neighbours | null
  query: InboxQuery
}

/** Addresses one can go on to from a review. */
export interface Onward {
  previous: string | null
  next: string | null
  inbox: string
}

/** Where one can go from here; the filter one came with stays. */
export function onwardOf({ neighbours, query }: Pick<DeskProps, 'neighbours' | 'query'>): Onward {
  const href = (id: string | null | undefined) => (id ? reviewHref(id, query) : null)
  return { previous: href(neighbours?.previous), next: href(neighbours?.next), inbox: inboxHref(query) }
}
