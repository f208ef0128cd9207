import { z } from 'zod'
import type { FieldValue } from './field-value.ts'
import type { FormItem } from './form-model.ts'

/** A sentence for the commonest ways a value can miss its schema; the validator's own words for the rest. */
function sentence(issue: z.core.$ZodIssue, value: FieldValue | undefined): string {
  if (value === null || value === undefined) return 'This must not be empty. Type it from the source, or send the document back.'
  if (issue.code === 'invalid_format' && issue.format === 'date') return 'Write a date as year-month-day, like 2026-05-31.'
  return issue.message.replace(/^Invalid input: /, '')
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
): Record<string, string> {
  const validator = schema && compile(schema)
  const result = validator?.safeParse(value)
  if (!result || result.success) return {}
  const problems: Record<string, string> = {}
  const record = z.record(z.string(), z.json()).safeParse(value).data
  for (const issue of result.error.issues) {
    const [head] = issue.path
    const name = items.some((item) => item.name === head) ? String(head) : ''
    problems[name] ??= sentence(issue, name === '' ? value : record?.[name])
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
