import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import type { IngestDeps } from '../ingest-deps.ts'
import { loaded } from '../loaded-state.ts'
import type { IngestStateType, IngestUpdate } from '../state.ts'
import { windowsByPages, windowsBySize } from './pdf-windows.ts'

/** Windows of at most so many pages. */
export function pdfSplitByPages({ pdf_pages }: IngestStateType): IngestUpdate {
  return { pdf_windows: windowsByPages(pdf_pages) }
}

/** Windows of at most so many pixels and bytes. */
export function createPdfSplitBySize(deps: Pick<IngestDeps, 'blobs'>) {
  return async (state: IngestStateType, _config: LangGraphRunnableConfig): Promise<IngestUpdate> => {
    const { hash, pdf_pages, pages } = loaded(state)
    const { byteLength } = await deps.blobs.get(hash)
    return { pdf_windows: windowsBySize(pdf_pages, byteLength / Math.max(1, pages)) }
  }
}
