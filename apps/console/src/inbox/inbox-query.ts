import type { ReviewFilter } from '@countersign/client'
import { reviewKindSchema } from '@countersign/client/contract'
import { z } from 'zod'
import { hrefWith, word } from '../frame/query.ts'

/** Ages the inbox can be narrowed to, in seconds. */
const AGES = { '1h': 3_600, '1d': 86_400, '7d': 604_800 } as const
/** Bands of confidence, as the client's filter. */
const BANDS = { low: { maxConfidence: 0.5 }, mid: { minConfidence: 0.5, maxConfidence: 0.8 }, high: { minConfidence: 0.8 } } as const

/** What each select of the inbox offers. */
export const CHOICES = {
  age: z.enum(['1h', '1d', '7d']),
  hold: z.enum(['mine', 'assigned', 'free']),
  due: z.enum(['overdue', 'soon', 'none']),
  sure: z.enum(['low', 'mid', 'high']),
  sort: z.enum(['oldest', 'newest', 'due', 'priority', 'confidence']),
} as const

/** The inbox as its address says: what is shown, and in which order. What makes no sense counts as absent. */
export const inboxQuerySchema = z.object({
  kind: reviewKindSchema.optional().catch(undefined),
  type: word(),
  age: CHOICES.age.optional().catch(undefined),
  hold: CHOICES.hold.optional().catch(undefined),
  due: CHOICES.due.optional().catch(undefined),
  sure: CHOICES.sure.optional().catch(undefined),
  /** Only what one may decide. */
  can: z.literal('1').optional().catch(undefined),
  /** Incidents that stopped for the same reason. */
  group: word(),
  q: word(),
  sort: CHOICES.sort.optional().catch(undefined),
})
export type InboxQuery = z.infer<typeof inboxQuerySchema>

/** True where something is left out of the list. */
export const isNarrowed = ({ sort: _sort, ...narrowing }: InboxQuery): boolean => Object.values(narrowing).some(Boolean)

/** What narrows and orders, without the status: the filter of a batch. */
export function narrowingOf(query: InboxQuery): Omit<ReviewFilter, 'status' | 'after' | 'limit'> {
  return {
    kind: query.kind,
    documentType: query.type,
    olderThan: query.age && AGES[query.age],
    claim: query.hold,
    due: query.due,
    ...(query.sure && BANDS[query.sure]),
    decidable: query.can ? true : undefined,
    text: query.q,
    group: query.group,
    sort: query.sort,
  }
}

/** The client's filter for an inbox query; only what is open waits. */
export const filterOf = (query: InboxQuery): ReviewFilter => ({ status: 'open', ...narrowingOf(query) })

const wordsOf = ({ kind, type, age, hold, due, sure, can, group, q, sort }: InboxQuery) => ({
  kind,
  type,
  age,
  hold,
  due,
  sure,
  can,
  group,
  q,
  sort,
})

/** The inbox narrowed further or wider, or in another order. */
export const inboxHref = (query: InboxQuery, change: Partial<InboxQuery> = {}): string =>
  hrefWith('/inbox', wordsOf({ ...query, ...change }))

/** A review's page, which keeps the filter and the order for "previous" and "next". */
export const reviewHref = (review: string, query: InboxQuery): string => hrefWith(`/reviews/${review}`, wordsOf(query))
