import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import { runContext } from '../../../engine/run-context.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import { loaded } from '../loaded-state.ts'
import type { IngestStateType, IngestUpdate } from '../state.ts'
import { withPdf } from './with-pdf.ts'

/**
 * Opens the PDF: how many pages and bytes it has, what it is called. Errors: `empty_file`, `password_required`, `wrong_password`, `unreadable_file`,
 * `too_large`.
 */
export function createPdfLoader(deps: IngestDeps) {
  return async (state: IngestStateType, config: LangGraphRunnableConfig): Promise<IngestUpdate> => {
    const { tenant } = runContext(config)
    const { hash, pdf_password } = loaded(state)
    const { title, pageCount, bytes } = await withPdf(deps, { tenant, hash, pdf_password }, async (pdf, bytes) => ({ ...pdf, bytes }))
    return { title, pages: pageCount, pdf_bytes: bytes, pdf_pages: [], pdf_windows: [], read_windows: null, failed: null }
  }
}
