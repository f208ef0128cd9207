const UNIQUE_VIOLATION = '23505'

/** The name of the unique index that an error of a query was about, or null when it was about something else. */
export function violatedIndex(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === UNIQUE_VIOLATION && 'constraint' in cause && typeof cause.constraint === 'string') {
      return cause.constraint
    }
  }
  return null
}
