import { CountersignError } from '@countersign/workflows/contract'

/** An instant as callers send it; throws `invalid_input` for what is none. */
export function parseInstant(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const at = new Date(text)
  if (Number.isNaN(at.getTime()))
    throw new CountersignError('invalid_input', `"${text.slice(0, 50)}" is no point in time. Write it as 2026-05-31T12:00:00Z.`)
  return at
}
