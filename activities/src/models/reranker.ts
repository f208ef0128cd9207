export interface RerankRequest {
  query: string
  texts: readonly string[]
}

/** Judges how well each text answers a question, reading both together. Has no effect outside, so it is safe to retry. */
export interface Reranker {
  /** Names the model and what changes its scores. */
  name: string
  /** One score 0..1 a text, in the texts' order. Errors: `model_missing`, `model_failed` (worth a retry). */
  score(request: RerankRequest): Promise<number[]>
}
