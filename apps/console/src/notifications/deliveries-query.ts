import { z } from 'zod'
import { hrefWith, word } from '../frame/query.ts'

/** The list of notifications as its address says. */
export const deliveriesQuerySchema = z.object({
  status: z.enum(['dead', 'pending', 'sent']).optional().catch(undefined),
  after: word(500),
})
export type DeliveriesQuery = z.infer<typeof deliveriesQuerySchema>

/** The list narrowed further or wider; always from its first page. */
export function deliveriesHref(query: DeliveriesQuery, change: Partial<DeliveriesQuery> = {}): string {
  const { status } = { ...query, ...change }
  return hrefWith('/settings/notifications', { status, after: change.after })
}
