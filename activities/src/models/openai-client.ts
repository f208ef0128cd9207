import { CountersignError } from '@countersign/workflows/contract'
import OpenAI from 'openai'

/** Where an OpenAI-compatible server is. */
export interface Endpoint {
  /** Its name in messages. */
  provider: 'openai' | 'mistral'
  baseUrl: string | undefined
  apiKey: string
  /** For one request, in milliseconds. */
  timeout: number
}

/** A client that tries once: trying again is Temporal's business. Connects on first use. */
export function createOpenAiClient({ baseUrl, apiKey, timeout }: Endpoint): OpenAI {
  return new OpenAI({ baseURL: baseUrl, apiKey, timeout, maxRetries: 0 })
}

/**
 * What went wrong at a model's server, as an error that says whether trying again can help: it can after a timeout, 429 and 5xx;
 * it cannot after a refused key or an unknown model. Where the caller gave up, the error stays as it is.
 */
export function asModelError(error: unknown, { provider, baseUrl }: Endpoint, model: string, signal?: AbortSignal): unknown {
  if (error instanceof CountersignError || signal?.aborted) return error
  const where = `${model} at ${baseUrl ?? 'api.openai.com'}`
  const key = provider === 'mistral' ? 'MISTRAL_API_KEY' : 'OPENAI_API_KEY'
  if (error instanceof OpenAI.APIError) {
    const { status } = error
    if (status === 401 || status === 403) {
      return new CountersignError('model_missing', `${where} refuses the key (HTTP ${status}). Check ${key}.`, { model, status })
    }
    if (status === 404)
      return new CountersignError('model_missing', `${where} is not known there (HTTP 404). Check the model's name.`, { model, status })
    if (status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 409 && status !== 429) {
      return new CountersignError('invalid_input', `${where} refuses the request (HTTP ${status}): ${error.message.slice(0, 200)}`, {
        model,
        status,
      })
    }
    return new CountersignError(
      'model_failed',
      `${where} failed${status === undefined ? '' : ` (HTTP ${status})`}: ${error.message.slice(0, 200)}`,
      { model, status },
    )
  }
  const why = error instanceof Error ? error.message : String(error)
  return new CountersignError('model_failed', `${where} failed: ${why}`, { model }, { cause: error })
}
