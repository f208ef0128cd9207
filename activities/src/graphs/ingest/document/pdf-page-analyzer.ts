import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import { runContext } from '../../../engine/run-context.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import { loaded } from '../loaded-state.ts'
import type { IngestStateType, IngestUpdate, PagePlan } from '../state.ts'
import { withPdf } from './with-pdf.ts'

/**
 * Looks at each page, without drawing it, and says what it seems to be. It is a first look, which decides who reads the page; what a page
 * is in truth shows when it is read. A forced strategy needs none.
 */
export function createPdfPageAnalyzer(deps: IngestDeps) {
  return async (state: IngestStateType, config: LangGraphRunnableConfig): Promise<IngestUpdate> => {
    const { tenant, signal, heartbeat } = runContext(config)
    const { hash, pdf_password, pdf_pages, strategy } = loaded(state)
    if (strategy === 'parse_only' || strategy === 'ocr_only' || strategy === 'hybrid') return {}
    const seen: PagePlan[] = []
    await withPdf(deps, { tenant, hash, pdf_password }, async (pdf) => {
      for (const plan of pdf_pages) {
        signal.throwIfAborted()
        // A page that nobody can look at is one for whoever reads pictures.
        seen.push({ ...plan, nature: await pdf.look(plan.page).catch(() => 'scan' as const) })
        heartbeat({ page: plan.page, of: pdf_pages.length })
      }
    })
    return { pdf_pages: seen }
  }
}
