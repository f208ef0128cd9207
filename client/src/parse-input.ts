import { CountersignError } from '@countersign/workflows/contract'
import type { z } from 'zod'

/** Parses what a caller sent; throws `invalid_input` that names each field and what is wrong with it. */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const issues = describeIssues(result.error)
  throw new CountersignError('invalid_input', `The input is malformed: ${sayIssues(issues)}.`, { issues })
}

export interface InputIssue {
  /** Dotted path of the field; '' for the value as a whole. */
  path: string
  message: string
}

export function describeIssues(error: z.ZodError): InputIssue[] {
  return error.issues.map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message }))
}

/** The first issues as words. */
export function sayIssues(issues: InputIssue[]): string {
  const said = issues.slice(0, 5).map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
  return issues.length > said.length ? `${said.join('; ')}; and ${issues.length - said.length} more` : said.join('; ')
}
