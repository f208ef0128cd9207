import { CountersignError } from '@countersign/workflows/contract'
import { z } from 'zod'

/** A chat model's answer in the shape that was asked for. Error `model_failed`. */
export function parseAnswer<T>(content: string, schema: z.ZodType<T>, model: string): T {
  let json: unknown
  try {
    // Servers that know no structured output wrap the JSON in a code fence.
    json = JSON.parse(content.replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, ''))
  } catch (error) {
    throw answerFailed(model, 'its answer is no JSON', error)
  }
  const parsed = schema.safeParse(json)
  if (!parsed.success)
    throw answerFailed(model, `its answer has another shape than asked for (${z.prettifyError(parsed.error).slice(0, 200)})`)
  return parsed.data
}

/** A model that answered, but not with what was asked for. */
export function answerFailed(model: string, why: string, cause?: unknown): CountersignError {
  return new CountersignError('model_failed', `${model} failed: ${why}.`, { model }, { cause })
}
