import { listPages } from '@countersign/db'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import { runContext } from '../../engine/run-context.ts'
import { detectLanguage } from '../../sources/detect-language.ts'
import { assembleText, type DocumentText } from '../../sources/document-text.ts'
import { textQuality } from '../../sources/text-quality.ts'
import type { IngestDeps } from './ingest-deps.ts'
import { type LoadedState, loaded } from './loaded-state.ts'
import type { IngestStateType, IngestUpdate } from './state.ts'

/** Makes one text of the pages, without running heads; tells its language and how readable it is. */
export function createClean(deps: IngestDeps) {
  return async (state: IngestStateType, config: LangGraphRunnableConfig): Promise<IngestUpdate> => {
    const { text, pageStarts } = await documentText(deps, runContext(config).tenant, loaded(state))
    const language = state.language ?? (await detectLanguage(text))
    return { text, pageStarts, language, quality: textQuality(text) }
  }
}

/** The document's text with its lines, as every node sees it. */
export async function documentText(deps: Pick<IngestDeps, 'db'>, tenant: string, state: LoadedState): Promise<DocumentText> {
  return assembleText(await listPages(deps.db, { tenant, document: state.document, hash: state.hash }))
}
