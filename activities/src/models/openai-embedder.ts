import { CountersignError } from '@countersign/workflows/contract'
import type { Embedder } from './embedder.ts'
import { asModelError, createOpenAiClient, type Endpoint } from './openai-client.ts'

export interface EmbeddingModel {
  name: string
  dimension: number
  maxTokens: number
}

/** Texts of one request; servers refuse larger ones. */
const BATCH = 64

/** Embeddings of an OpenAI-compatible server. Vectors are made unit length, as not every server does it. */
export function createOpenAiEmbedder(endpoint: Endpoint, model: EmbeddingModel): Embedder {
  const client = createOpenAiClient(endpoint)
  const embedBatch = async (texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> => {
    try {
      const body = { model: model.name, input: [...texts], encoding_format: 'float' as const }
      const { data } = await client.embeddings.create(body, { signal })
      const vectors = [...data].sort((a, b) => a.index - b.index).map(({ embedding }) => unit(embedding))
      checkVectors(vectors, texts.length, model)
      return vectors
    } catch (error) {
      throw asModelError(error, endpoint, model.name, signal)
    }
  }
  return {
    ...model,
    latinOnly: false,
    embed: async (texts, _use, signal) => {
      const vectors: Float32Array[] = []
      for (let at = 0; at < texts.length; at += BATCH) vectors.push(...(await embedBatch(texts.slice(at, at + BATCH), signal)))
      return vectors
    },
    close: async () => undefined,
  }
}

function checkVectors(vectors: readonly Float32Array[], count: number, model: EmbeddingModel): void {
  if (vectors.length !== count) {
    throw new CountersignError('model_failed', `${model.name} gave ${vectors.length} vectors for ${count} texts.`, { model: model.name })
  }
  const wrong = vectors.find((vector) => vector.length !== model.dimension)
  if (wrong === undefined) return
  throw new CountersignError(
    'dimension_mismatch',
    `${model.name} gives ${wrong.length} numbers per vector, ${model.dimension} were expected. Set COUNTERSIGN_EMBEDDING_DIMENSION=${wrong.length}.`,
    { model: model.name, dimension: wrong.length },
  )
}

function unit(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values) || 1
  return Float32Array.from(values, (value) => value / length)
}
