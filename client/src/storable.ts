import { CountersignError, type ErrorCode } from '@countersign/workflows/contract'

/** What Postgres cannot keep in text: NUL, and halves of surrogate pairs. */
const UNSTORABLE = /\0|\p{Surrogate}/u
/** The same, as `JSON.stringify` escapes them; an even number of backslashes before is text. */
const UNSTORABLE_JSON = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/

/** Throws `invalid_input` for text that Postgres cannot keep, naming the input. */
export function checkText(name: string, text: string): void {
  if (UNSTORABLE.test(text))
    throw new CountersignError('invalid_input', `${name} contains characters that are not valid text (NUL or half of a pair).`)
}

/** Makes sure that a value is JSON that Postgres can keep, of at most `limit` characters; else throws `code`, naming the input. */
export function checkJson(name: string, value: unknown, { code, limit }: { code: ErrorCode; limit: number }): void {
  const json = stringify(value)
  if (json === null) throw new CountersignError(code, `${name} is not JSON.`)
  if (json.length > limit) throw new CountersignError('too_large', `${name} has ${json.length} characters as JSON; the limit is ${limit}.`)
  if (UNSTORABLE_JSON.test(json))
    throw new CountersignError(code, `${name} contains characters that are not valid text (NUL or half of a pair).`)
}

function stringify(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? null
  } catch {
    // A cycle or a bigint.
    return null
  }
}
