import { type IndexDocument, type IndexOutcome, indexDocument, type NewChunk } from '@countersign/db'
import { CountersignError } from '@countersign/workflows/contract'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import { runContext } from '../../../engine/run-context.ts'
import { unpackVectors } from '../../../models/pack-vectors.ts'
import { termsOf } from '../../../retrieval/terms.ts'
import { describeFailed } from '../describe-failed.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import { loaded } from '../loaded-state.ts'
import type { IngestStateType, IngestUpdate } from '../state.ts'
import { valuesOf } from './field-doubts.ts'

/**
 * Makes the document searchable: its old chunks are replaced by the new in one transaction, once per task however often it is
 * tried. A replay records what it would have indexed. Errors: `superseded` by newer bytes or a newer run, `dimension_mismatch`, `not_found`.
 */
export function createIndex(deps: Pick<IngestDeps, 'db'>) {
  return async (state: IngestStateType, config: LangGraphRunnableConfig): Promise<IngestUpdate> => {
    const context = runContext(config)
    const { document, hash, extraction, embedded_chunks: vectors, vetted } = loaded(state)
    if (!vectors || vetted === 'none')
      throw new CountersignError('invalid_input', 'Nothing was embedded or accepted: go back to the node `embedding_generation`.')
    const { tenant, run, effectKey, effect } = context
    const index: IndexDocument = {
      tenant,
      run,
      document,
      hash,
      effect: effectKey,
      model: vectors.model,
      dimension: vectors.dimension,
      documentType: extraction.documentType,
      language: state.language,
      pages: state.pages,
      extraction: { ...extraction, values: valuesOf(extraction) },
      vetted,
      partial: describeFailed(state.input_type, state.failed),
      chunks: chunksOf(state, vectors),
    }
    const result = await effect('index', recordOf(index), () => indexDocument(deps.db, index))
    if (result) refuse(result, state, vectors)
    return { indexed: state.chunks.length, embedded_chunks: null, processing_time: Date.now() - state.started }
  }
}

/** What is worth comparing of an index that was not written: no text, which the run's state has. */
const recordOf = ({ document, hash, documentType, language, pages, extraction, vetted, model, partial, chunks }: IndexDocument) => ({
  ...{ document, hash, documentType, language, pages, extraction, vetted, model, partial },
  chunks: chunks.length,
})

function chunksOf(state: IngestStateType, vectors: { dimension: number; data: string }): NewChunk[] {
  const embeddings = unpackVectors(vectors.data, vectors.dimension)
  if (embeddings.length !== state.chunks.length) {
    throw new CountersignError('invalid_input', 'There is not one vector per chunk: go back to the node `embedding_generation`.')
  }
  return state.chunks.map(({ start, end, heading, page, kind, context }, index) => {
    const text = state.extracted_content.slice(start, end)
    const terms = termsOf([context, heading, text].filter((part) => part !== null).join(' ')).join(' ')
    return { text, heading, page, kind, context, start, end, terms, embedding: embeddings[index] ?? [] }
  })
}

function refuse(result: IndexOutcome, state: IngestStateType, vectors: { model: string; dimension: number }): void {
  const { document, name } = state
  if (result.outcome === 'superseded') {
    const by = result.by === 'revision' ? 'newer bytes of it have arrived' : 'a newer run has indexed it'
    throw new CountersignError('superseded', `${name} was not indexed: ${by}. Nothing is lost; this run may be aborted.`, { document })
  }
  if (result.outcome === 'mismatch') {
    throw new CountersignError(
      'dimension_mismatch',
      `The index was made with ${result.model} (${result.dimension} numbers per vector), this run embeds with ${vectors.model} (${vectors.dimension}). ` +
        'Set COUNTERSIGN_EMBEDDINGS to the former, or index everything anew.',
      { ...result },
    )
  }
  if (result.outcome === 'missing')
    throw new CountersignError('not_found', `The document ${document} does not exist any more.`, { document })
}
