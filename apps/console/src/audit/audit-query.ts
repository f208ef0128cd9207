import { AUDIT_EVENTS, type AuditEventName } from '@countersign/client/contract'
import { z } from 'zod'
import { hrefWith, word } from '../frame/query.ts'

const names: readonly string[] = AUDIT_EVENTS
export const isEvent = (event: string): event is AuditEventName => names.includes(event)

/** The audit log as its address says. */
export const auditQuerySchema = z.object({
  event: z.string().refine(isEvent).optional().catch(undefined),
  actor: word(),
  review: word(),
  run: word(),
  after: word(500),
})
export type AuditQuery = z.infer<typeof auditQuerySchema>

/** The log narrowed further or wider; always from its first page. */
export function auditHref(query: AuditQuery, change: Partial<AuditQuery> = {}): string {
  const { event, actor, review, run } = { ...query, ...change }
  return hrefWith('/audit', { event, actor, review, run, after: change.after })
}

/** What one types into the search field: the id of a review or a run, else the name of a person. */
export function readSearch(text: string): Partial<AuditQuery> {
  const one = text.trim()
  if (/^rv_\w+$/.test(one)) return { review: one }
  if (/^r_\w+$/.test(one)) return { run: one }
  return one === '' ? {} : { actor: one }
}
