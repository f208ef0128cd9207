import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import { runContext } from '../../../engine/run-context.ts'
import { packVectors } from '../../../models/pack-vectors.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import type { Chunk, IngestStateType, IngestUpdate } from '../state.ts'

/** Texts between two heartbeats. */
const BATCH = 32

/** Embeds the chunks, each with the heading it stands under and the sentence that places it. */
export function createEmbeddingGeneration(deps: Pick<IngestDeps, 'embedder'>) {
  return async (state: IngestStateType, config: LangGraphRunnableConfig): Promise<IngestUpdate> => {
    const { signal, heartbeat } = runContext(config)
    const { name: model, dimension } = deps.embedder
    const vectors: Float32Array[] = []
    for (let at = 0; at < state.chunks.length; at += BATCH) {
      signal.throwIfAborted()
      const texts = state.chunks.slice(at, at + BATCH).map((chunk) => textOf(state.extracted_content, chunk))
      vectors.push(...(await deps.embedder.embed(texts, 'document', signal)))
      heartbeat({ embedded: vectors.length, of: state.chunks.length })
    }
    return { embedded_chunks: { model, dimension, data: packVectors(vectors) }, embedding_dimension: dimension }
  }
}

const textOf = (text: string, { context, heading, start, end }: Chunk): string =>
  [context, heading, text.slice(start, end)].filter((part) => part !== null).join('\n')
