import { CountersignError, type Sentence, said } from '@countersign/workflows/contract'
import type { z } from 'zod'

/** Parses what a caller sent; throws `invalid_input` that names each field and what is wrong with it. */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const issues = describeIssues(result.error)
  throw new CountersignError('invalid_input', `The input is malformed: ${sayIssues(issues)}.`, { issues }, { says: saysOf(result.error) })
}

/** Rules of our own, by the words they are refused with. */
const OWN = new Map(
  [said('input.userName'), said('input.control'), said('input.email'), said('input.repeats')].map(({ english, says }) => [english, says]),
)

/** The first issue by code, where it is one of a single field that people fill in. */
function saysOf({ issues: [issue] }: z.ZodError): Sentence | null {
  const why = issue && ruleOf(issue)
  const field = issue?.path[0]
  return why && typeof field === 'string' ? said('input.field', { field, why }).says : null
}

function ruleOf(issue: z.core.$ZodIssue): Sentence | null {
  if (issue.code === 'too_small') {
    const least = Number(issue.minimum)
    if (issue.origin === 'array') return said('input.none').says
    if (issue.origin !== 'string') return said('input.tooSmall', { least }).says
    return least <= 1 ? said('input.empty').says : said('input.tooShort', { least }).says
  }
  if (issue.code === 'too_big') {
    const most = Number(issue.maximum)
    return issue.origin === 'string' ? said('input.tooLong', { most }).says : said('input.tooBig', { most }).says
  }
  return OWN.get(issue.message) ?? null
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
