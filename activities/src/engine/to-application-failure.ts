import { CountersignError } from '@countersign/workflows/contract'
import { ApplicationFailure, CancelledFailure } from '@temporalio/common'

/** The message that goes into Temporal's history is cut here: the whole error, which may quote a document, stays in Postgres. */
const LONGEST = 300

/** The one place where errors become Temporal's: a code as `type`, and whether another attempt can help. */
export function toApplicationFailure(error: unknown): Error {
  if (error instanceof CancelledFailure || error instanceof ApplicationFailure) return error
  if (error instanceof CountersignError) {
    const retryable = error.retryable || error.code === 'superseded'
    return ApplicationFailure.create({ type: error.code, message: error.message.slice(0, LONGEST), nonRetryable: !retryable })
  }
  const type = error instanceof Error ? error.name : 'Error'
  const message = error instanceof Error ? error.message : String(error)
  return ApplicationFailure.create({ type, message: message.slice(0, LONGEST) })
}
