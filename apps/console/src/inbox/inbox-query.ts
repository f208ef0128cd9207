import type { ReviewFilter } from '@countersign/client'
import { reviewKindSchema } from '@countersign/client/contract'
import { z } from 'zod'
import { hrefWith, word } from '../frame/query.ts'

/** Ages the inbox can be narrowed to, in seconds. */
const AGES = { '1h': 3_600, '1d': 86_400, '7d': 604_800 } as const

export const ageSchema = z.enum(['1h', '1d', '7d'])

/** The inbox as its address says: what is shown, and from where on. */
export const inboxQuerySchema = z.object({
  kind: reviewKindSchema.optional().catch(undefined),
  type: word(),
  age: ageSchema.optional().catch(undefined),
  q: word(),
  after: word(500),
})
export type InboxQuery = z.infer<typeof inboxQuerySchema>

/** The client's filter for an inbox query; only what is open waits. */
export function filterOf(query: InboxQuery): ReviewFilter {
  return {
    status: 'open',
    kind: query.kind,
    documentType: query.type,
    olderThan: query.age && AGES[query.age],
    text: query.q,
  }
}

/** The inbox narrowed further or wider; always from its first page. */
export function inboxHref(query: InboxQuery, change: Partial<InboxQuery> = {}): string {
  const { kind, type, age, q } = { ...query, ...change }
  return hrefWith('/inbox', { kind, type, age, q, after: change.after })
}

/** A review's page, which keeps the filter for "previous" and "next". */
export function reviewHref(review: string, query: InboxQuery): string {
  const { kind, type, age, q } = query
  return hrefWith(`/reviews/${review}`, { kind, type, age, q })
}
