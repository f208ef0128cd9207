import { CountersignError } from '@countersign/workflows/contract'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import { runContext } from '../../../engine/run-context.ts'
import { splitByMeaning } from '../../../retrieval/split-by-meaning.ts'
import { type Piece, type SplitOptions, splitAroundBlocks, splitByPage, splitText } from '../../../retrieval/split-text.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import type { Chunk, IngestStateType, IngestUpdate } from '../state.ts'

const TOKENS = 200
const OVERLAP = 24

/** Cuts the text into chunks that the embedder sees as a whole, by the splitter that was chosen. Error `no_text` where none is left. */
export function createSplitterApplication(deps: Pick<IngestDeps, 'embedder'>) {
  return async (state: IngestStateType, config: LangGraphRunnableConfig): Promise<IngestUpdate> => {
    const chunks = (await cut(deps, state, runContext(config).signal)).map((piece): Chunk => ({ ...piece, context: null }))
    if (chunks.length === 0)
      throw new CountersignError('no_text', `${state.name} holds no text to search in.`, { document: state.document })
    return { chunks }
  }
}

async function cut({ embedder }: Pick<IngestDeps, 'embedder'>, state: IngestStateType, signal: AbortSignal): Promise<Piece[]> {
  const { extracted_content: text, complex, splitter } = state
  const options: SplitOptions = {
    tokens: Math.min(TOKENS, Math.floor(embedder.maxTokens * 0.8)),
    overlap: OVERLAP,
    pageStarts: state.pages > 1 || state.kind === 'pdf' ? state.pageStarts : null,
    headings: splitter.name === 'heading' || splitter.name === 'block',
  }
  if (splitter.name === 'page') return await splitByPage(text, state.pageStarts, options)
  if (splitter.name === 'block') return await splitAroundBlocks(text, complex, options)
  if (splitter.name === 'semantic') return await splitByMeaning(text, options, (texts) => embedder.embed(texts, 'document', signal))
  return await splitText(text, options)
}
