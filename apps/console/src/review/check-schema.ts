import { z } from 'zod'
import type { FieldValue } from './field-value.ts'
import type { FormItem } from './form-model.ts'
import type { Problem } from './problem.ts'

/** The commonest ways a value can miss its schema; the validator's own words for the rest. */
function problemOf(issue: z.core.$ZodIssue, value: FieldValue | undefined): Problem {
  if (value === null || value === undefined) return { key: 'empty' }
  if (issue.code === 'invalid_format' && issue.format === 'date') return { key: 'date' }
  return { key: 'other', values: { text: issue.message.replace(/^Invalid input: /, '') } }
}

/**
 * What an edited value misses of its JSON Schema, by name of the top-level property (`''`: the value as a whole).
 * Empty when it fits, when there is no schema, or when the schema uses what cannot be checked here: the server
 * checks again in any case.
 */
export function checkSchema(
  schema: Record<string, z.core.util.JSONType> | undefined,
  value: FieldValue,
  items: FormItem[],
): Record<string, Problem> {
  const validator = schema && compile(schema)
  const result = validator?.safeParse(value)
  if (!result || result.success) return {}
  const problems: Record<string, Problem> = {}
  const record = z.record(z.string(), z.json()).safeParse(value).data
  for (const issue of result.error.issues) {
    const [head] = issue.path
    const name = items.some((item) => item.name === head) ? String(head) : ''
    problems[name] ??= problemOf(issue, name === '' ? value : record?.[name])
  }
  return problems
}

function compile(schema: Record<string, z.core.util.JSONType>): z.ZodType | null {
  try {
    return z.fromJSONSchema(schema)
  } catch {
    return null
  }
}
