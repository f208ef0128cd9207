import { CountersignError, said } from '@countersign/workflows/contract'
import { z } from 'zod'
import { describeIssues, sayIssues } from './parse-input.ts'

/**
 * Checks an edited value against the JSON Schema of its review. Throws `invalid_decision` with
 * `details.issues: {path, message}[]`, one per field that is wrong.
 */
export function validateValue(schema: Record<string, unknown>, value: unknown): void {
  const result = compile(schema).safeParse(value)
  if (result.success) return
  const issues = describeIssues(result.error)
  throw new CountersignError('invalid_decision', said('decide.unfit', { issues: sayIssues(issues) }), { issues })
}

function compile(schema: Record<string, unknown>): z.ZodType {
  try {
    return z.fromJSONSchema(schema)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new CountersignError('internal', `The schema of this review cannot be read (${why}). Mend the node that asks.`, {}, { cause })
  }
}
