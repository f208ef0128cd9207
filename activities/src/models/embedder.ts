/** What a text is embedded for: some models treat questions and passages differently. */
export type EmbeddingUse = 'document' | 'query'

/** Turns texts into unit vectors. Has no effect outside, so it is safe to retry. */
export interface Embedder {
  /** Names the model and what changes its vectors; recorded with the index. */
  name: string
  dimension: number
  /** Tokens of a text beyond which the rest is not seen. */
  maxTokens: number
  /** The model was trained on Latin script only: for other scripts its vectors say nothing. */
  latinOnly: boolean
  /** One vector of `dimension` numbers per text. Errors: `model_missing`, `model_failed`. */
  embed(texts: readonly string[], use: EmbeddingUse, signal?: AbortSignal): Promise<Float32Array[]>
  close(): Promise<void>
}
