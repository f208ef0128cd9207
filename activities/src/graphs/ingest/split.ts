import { CountersignError } from '@countersign/workflows/contract'
import { splitText } from '../../retrieval/split-text.ts'
import type { IngestDeps } from './ingest-deps.ts'
import type { IngestStateType, IngestUpdate } from './state.ts'

const TOKENS = 200
const OVERLAP = 24

/** Cuts the text into pieces that the embedder sees as a whole. */
export function createSplit(deps: Pick<IngestDeps, 'embedder'>) {
  return async (state: IngestStateType): Promise<IngestUpdate> => {
    const pieces = await splitText(state.text, {
      tokens: Math.min(TOKENS, Math.floor(deps.embedder.maxTokens * 0.8)),
      overlap: OVERLAP,
      pageStarts: state.kind === 'pdf' ? state.pageStarts : null,
      headings: state.kind === 'markdown' || state.kind === 'html',
    })
    if (pieces.length === 0)
      throw new CountersignError('no_text', `${state.name} holds no text to search in.`, { document: state.document })
    return { pieces }
  }
}
