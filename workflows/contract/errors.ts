import type { Said, Sentence } from './sentences.ts'

/**
 * Every error a user can meet: a code, a sentence that says what to do, and whether trying again can help.
 * `status` is the HTTP status; exit codes of the CLI derive from it in one place.
 */
export const ERROR_CODES = {
  not_found: { status: 404, retryable: false },
  invalid_input: { status: 400, retryable: false },
  empty_file: { status: 422, retryable: false },
  unreadable_file: { status: 422, retryable: false },
  unsupported_type: { status: 415, retryable: false },
  too_large: { status: 413, retryable: false },
  password_required: { status: 422, retryable: false },
  no_text: { status: 422, retryable: false },
  kind_mismatch: { status: 415, retryable: false },
  wrong_password: { status: 422, retryable: false },
  no_transcript: { status: 422, retryable: false },
  disallowed_by_site: { status: 422, retryable: false },
  signed_out: { status: 401, retryable: false },
  wrong_credentials: { status: 401, retryable: false },
  forbidden: { status: 403, retryable: false },
  not_yours_to_decide: { status: 403, retryable: false },
  too_many_attempts: { status: 429, retryable: true },
  already_decided: { status: 409, retryable: false },
  already_voted: { status: 409, retryable: false },
  claimed_by_other: { status: 409, retryable: false },
  ambiguous: { status: 409, retryable: false },
  run_passed: { status: 409, retryable: false },
  conflict: { status: 409, retryable: false },
  on_hold: { status: 409, retryable: false },
  changed_since_shown: { status: 409, retryable: false },
  verb_not_allowed: { status: 422, retryable: false },
  invalid_decision: { status: 422, retryable: false },
  run_ended: { status: 409, retryable: false },
  graph_unknown: { status: 409, retryable: false },
  superseded: { status: 409, retryable: false },
  dimension_mismatch: { status: 409, retryable: false },
  model_missing: { status: 503, retryable: false },
  model_failed: { status: 502, retryable: true },
  redo_limit: { status: 422, retryable: false },
  unavailable: { status: 503, retryable: true },
  internal: { status: 500, retryable: true },
} as const satisfies Record<string, { status: number; retryable: boolean }>

export type ErrorCode = keyof typeof ERROR_CODES

/**
 * An error with a stable code. `details` holds ids and small values for machines, never document text. `says`: what it says, for whoever
 * says it in another language; null where that is known in English alone.
 */
export class CountersignError extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, unknown>
  readonly says: Sentence | null
  constructor(
    code: ErrorCode,
    message: string | Said,
    details: Record<string, unknown> = {},
    { says = null, ...options }: ErrorOptions & { says?: Sentence | null } = {},
  ) {
    const isText = typeof message === 'string'
    super(isText ? message : message.english, options)
    this.name = 'CountersignError'
    this.code = code
    this.details = details
    this.says = isText ? says : message.says
  }
  get status(): number {
    return ERROR_CODES[this.code].status
  }
  get retryable(): boolean {
    return ERROR_CODES[this.code].retryable
  }
}
