import type { z } from 'zod'

export interface ChatRequest<T> {
  system: string
  user: string
  /** The answer's shape; a model that answers otherwise has failed. */
  schema: z.ZodType<T>
  schemaName: string
  signal: AbortSignal
}

/** A chat model with structured output. Errors: `model_failed` (worth a retry), `model_missing`. */
export interface ChatModel {
  name: string
  answer<T>(request: ChatRequest<T>): Promise<T>
}
