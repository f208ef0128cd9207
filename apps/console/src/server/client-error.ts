import { ERROR_CODES, type ErrorCode } from '@countersign/client/contract'
import { z } from 'zod'

const isCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_CODES, code)

const clientErrorSchema = z.object({
  name: z.literal('CountersignError'),
  code: z.string().refine(isCode),
  message: z.string(),
  details: z.record(z.string(), z.unknown()),
})

/** An error of the client, or null. */
export interface ClientError {
  code: ErrorCode
  message: string
  details: Record<string, unknown>
  status: number
  retryable: boolean
}

/**
 * Recognises an error of the client by its shape: pages and routes are bundled apart, so that the class they know need
 * not be the one that was thrown.
 */
export function clientError(error: unknown): ClientError | null {
  const parsed = clientErrorSchema.safeParse(error)
  return parsed.success ? { ...parsed.data, ...ERROR_CODES[parsed.data.code] } : null
}
