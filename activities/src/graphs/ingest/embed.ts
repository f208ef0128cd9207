import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import { runContext } from '../../engine/run-context.ts'
import { packVectors } from '../../models/pack-vectors.ts'
import type { Piece } from '../../retrieval/split-text.ts'
import type { IngestDeps } from './ingest-deps.ts'
import type { IngestStateType, IngestUpdate } from './state.ts'

/** Texts between two heartbeats. */
const BATCH = 32

/** Embeds the pieces, each with the heading it stands under. */
export function createEmbed(deps: Pick<IngestDeps, 'embedder'>) {
  return async (state: IngestStateType, config: LangGraphRunnableConfig): Promise<IngestUpdate> => {
    const { signal, heartbeat } = runContext(config)
    const { name: model, dimension } = deps.embedder
    const vectors: Float32Array[] = []
    for (let at = 0; at < state.pieces.length; at += BATCH) {
      signal.throwIfAborted()
      const texts = state.pieces.slice(at, at + BATCH).map((piece) => textOf(state.text, piece))
      vectors.push(...(await deps.embedder.embed(texts, 'document', signal)))
      heartbeat({ embedded: vectors.length, of: state.pieces.length })
    }
    return { vectors: { model, dimension, data: packVectors(vectors) } }
  }
}

function textOf(text: string, piece: Piece): string {
  const own = text.slice(piece.start, piece.end)
  return piece.heading === null ? own : `${piece.heading}\n${own}`
}
