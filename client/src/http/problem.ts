import { CountersignError, ERROR_CODES, type ErrorCode, sentenceSchema } from '@countersign/workflows/contract'
import { z } from 'zod'

/** A failed call as it travels: what happened and what to do, whether trying again can help, and ids for machines. */
export const problemSchema = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    retryable: z.boolean(),
    details: z.record(z.string(), z.unknown()),
    says: sentenceSchema
      .nullable()
      .optional()
      .describe('The message by a stable code and its values, for whoever says it in another language; where it has a code.'),
  }),
})
export type Problem = z.infer<typeof problemSchema>['error']

const isCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_CODES, code)

/** The error that an answer with a failure's status stands for. A code that is not known here (a newer server) keeps its words. */
export async function errorOf(response: Response): Promise<CountersignError> {
  const parsed = problemSchema.safeParse(await response.json().catch(() => null))
  if (!parsed.success) {
    const code = response.status >= 500 || response.status === 429 ? 'unavailable' : codeOfStatus(response.status)
    return new CountersignError(code, `The server answered ${response.status} and no reason. Check the address; try again in a moment.`, {
      status: response.status,
    })
  }
  const { code, message, details, says } = parsed.data.error
  return new CountersignError(isCode(code) ? code : codeOfStatus(response.status), message, details, { says })
}

function codeOfStatus(status: number): ErrorCode {
  if (status === 401) return 'signed_out'
  if (status === 403) return 'forbidden'
  if (status === 404) return 'not_found'
  if (status === 409) return 'conflict'
  return status >= 500 ? 'internal' : 'invalid_input'
}

const knownErrorSchema = z.object({
  name: z.literal('CountersignError'),
  code: z.string().refine(isCode),
  message: z.string(),
  details: z.record(z.string(), z.unknown()),
  says: sentenceSchema.nullable().catch(null),
})

/**
 * An error of the client with its status, or null for any other. Recognised by its shape: where code is bundled in parts, the
 * class that one part knows need not be the one that was thrown.
 */
export function knownProblem(error: unknown): (Problem & { code: ErrorCode; status: number }) | null {
  const parsed = knownErrorSchema.safeParse(error)
  if (!parsed.success) return null
  const { code, ...rest } = parsed.data
  const { name: _, ...problem } = rest
  return { code, ...problem, ...ERROR_CODES[code] }
}
