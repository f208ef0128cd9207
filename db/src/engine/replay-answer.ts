import type { ReviewRequest, Verb } from '@countersign/workflows/contract'

/**
 * What a replay answers in place of a person: an incident is aborted, a choice takes its surest candidate (the first, where none says how sure it is), everything
 * else is approved as proposed. A question that nothing can be approved of is ignored, or answered with nothing.
 */
export function replayAnswer({ kind, verbs, proposal, candidates = [] }: ReviewRequest): { verb: Verb; value: unknown } {
  if (kind === 'incident') return { verb: 'abort', value: null }
  const [first, ...others] = candidates
  if (verbs.includes('choose') && first) {
    const surest = others.reduce((best, one) => ((one.confidence ?? 0) > (best.confidence ?? 0) ? one : best), first)
    return { verb: 'choose', value: surest.value }
  }
  if (verbs.includes('approve')) return { verb: 'approve', value: proposal }
  if (verbs.includes('ignore')) return { verb: 'ignore', value: null }
  if (verbs.includes('respond')) return { verb: 'respond', value: typeof proposal === 'string' ? proposal : '' }
  return { verb: verbs[0] ?? 'approve', value: proposal }
}
