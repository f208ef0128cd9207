/** What is wrong with a value, to be said in the reader's language: a key under `review.problem` and what goes into its sentence. */
export interface Problem {
  key: 'number' | 'boolean' | 'date' | 'oneOf' | 'json' | 'empty' | 'other'
  values?: Record<string, string>
}
