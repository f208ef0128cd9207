import { CountersignError, ERROR_CODES, type ErrorCode } from '@countersign/workflows/contract'

const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERROR_CODES, text)

/**
 * The error that a workflow failed with, as the CountersignError its activity threw; `unavailable` when the workflow ran out
 * of time, which is what happens without a worker; any other error as it is.
 */
export function explainFailure(error: unknown): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'ApplicationFailure' && 'type' in cause && typeof cause.type === 'string' && isErrorCode(cause.type)) {
      return new CountersignError(cause.type, cause.message, {}, { cause: error })
    }
    if (cause.name === 'TimeoutFailure') {
      return new CountersignError('unavailable', 'No worker answered in time. Check that one is running.', {}, { cause: error })
    }
  }
  return error
}
