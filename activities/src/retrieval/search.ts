import { chunksWithTerms, type Db, findIndex, nearestChunks, type ScoredChunk } from '@countersign/db'
import { CountersignError, type RetrieveHit, type RetrieveInput } from '@countersign/workflows/contract'
import type { Embedder } from '../models/embedder.ts'
import { termsOf } from './terms.ts'

export interface RetrievalDeps {
  db: Db
  embedder: Embedder
}

const INDEX = 'default'
/** Reciprocal rank fusion's constant (Cormack, Clarke and Büttcher 2009). */
const K = 60
/** What each leg hands to the fusion. */
const DEPTH = 50
const CANDIDATES = 5000

/**
 * The best chunks for a question: ids and scores, never text. Vectors and words are searched apart and fused by rank; a leg that
 * is blind for the question's script is left out, since it would push noise to the top. Reads only: safe to retry.
 * Errors: `dimension_mismatch` where the index was made by another model, `model_missing`, `model_failed`.
 */
export async function searchChunks(deps: RetrievalDeps, input: RetrieveInput): Promise<RetrieveHit[]> {
  const { tenant, query } = input
  const index = await findIndex(deps.db, { tenant, index: INDEX })
  if (index === null || query.trim() === '') return []
  const terms = [...new Set(termsOf(query))].slice(0, 64)
  const text = await chunksWithTerms(deps.db, { tenant, index: INDEX, terms, limit: DEPTH, candidates: CANDIDATES })
  const blind = deps.embedder.latinOnly && !isLatin(query) && text.length > 0
  const vector = blind ? [] : await nearest(deps, input, index)
  return fuse(vector, text).slice(0, input.limit)
}

async function nearest(deps: RetrievalDeps, input: RetrieveInput, index: { model: string; dimension: number }): Promise<ScoredChunk[]> {
  const { embedder } = deps
  if (index.model !== embedder.name || index.dimension !== embedder.dimension) {
    throw new CountersignError(
      'dimension_mismatch',
      `The index was made with ${index.model} (${index.dimension}), but questions are embedded with ${embedder.name} (${embedder.dimension}). ` +
        'Set COUNTERSIGN_EMBEDDINGS to the former, or index everything anew.',
      { index, embedder: embedder.name },
    )
  }
  const [embedding] = await embedder.embed([input.query], 'query')
  return embedding === undefined
    ? []
    : nearestChunks(deps.db, { tenant: input.tenant, index: INDEX, embedding: [...embedding], limit: DEPTH })
}

/** Whether most letters of a text are Latin. */
function isLatin(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  return latin * 2 >= letters
}

/** Fuses two ranked lists: the sum of 1 / (60 + rank) over the lists a chunk is on. */
function fuse(vector: readonly ScoredChunk[], text: readonly ScoredChunk[]): RetrieveHit[] {
  const hits = new Map<string, RetrieveHit>()
  const add = (list: readonly ScoredChunk[], leg: 'vector' | 'text') => {
    for (const [rank, { chunk, score }] of list.entries()) {
      const hit = hits.get(chunk) ?? { chunk, score: 0 }
      hits.set(chunk, { ...hit, score: hit.score + 1 / (K + rank + 1), [leg]: score })
    }
  }
  add(vector, 'vector')
  add(text, 'text')
  return [...hits.values()].sort((a, b) => b.score - a.score || a.chunk.localeCompare(b.chunk))
}
