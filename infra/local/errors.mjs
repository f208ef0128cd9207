/**
 * An error a person can act on: `code` for programs, `message` says what failed and what to do about it.
 * `retryable` is true when the same call may succeed later without any change (a busy lock, a lost network).
 */
export class LocalStackError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {{ retryable?: boolean, cause?: unknown }} [options]
   */
  constructor(code, message, options = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'LocalStackError'
    this.code = code
    this.retryable = options.retryable ?? false
  }
}

/**
 * The `code` of a system error (`ENOENT`, `EEXIST`, …), or undefined for anything else.
 * @param {unknown} error
 * @returns {string | undefined}
 */
export function codeOf(error) {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/**
 * @param {unknown} error
 * @returns {string}
 */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error)
}
