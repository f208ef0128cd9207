import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/workflow'

/** Why an activity gave up, in a code and a sentence. */
export function readFailure(error: unknown): { code: string; message: string } {
  const cause = error instanceof ActivityFailure ? error.cause : error
  if (cause instanceof ApplicationFailure) return { code: cause.type ?? 'internal', message: cause.message }
  if (cause instanceof TimeoutFailure) {
    const kind = cause.timeoutType?.toLowerCase().replaceAll('_', ' ') ?? 'timeout'
    return { code: 'timeout', message: `No answer in time (${kind}): the worker may be gone, or the node is slower than its limit.` }
  }
  return { code: 'internal', message: cause instanceof Error ? cause.message : String(cause) }
}
