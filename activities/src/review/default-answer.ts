import { isDeepStrictEqual } from 'node:util'
import type { LastResort, ReviewRequest, Verb } from '@countersign/workflows/contract'
import { z } from 'zod'

export interface DefaultAnswer {
  verb: Verb
  value: unknown
}

/**
 * What a last resort answers in the review's own verbs: a candidate of a choice (by its id; null: none), the proposal as it is, an edit that satisfies the
 * schema, or free words. Null where the review cannot be answered so; then it is for people to settle.
 */
export function defaultAnswer({ verbs, proposal, candidates, schema }: ReviewRequest, last: LastResort): DefaultAnswer | null {
  if (last.do === 'park') return null
  if (last.do === 'reject') return verbs.includes('reject') ? { verb: 'reject', value: null } : null
  const { value } = last
  if (candidates) {
    const chosen = value === null ? { value } : candidates.find(({ id }) => id === value)
    return chosen && verbs.includes('choose') ? { verb: 'choose', value: chosen.value } : null
  }
  if (verbs.includes('approve') && isDeepStrictEqual(value, proposal)) return { verb: 'approve', value }
  if (verbs.includes('edit') && (!schema || z.fromJSONSchema(schema).safeParse(value).success)) return { verb: 'edit', value }
  return verbs.includes('respond') ? { verb: 'respond', value } : null
}
