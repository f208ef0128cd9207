import { CountersignError } from '@countersign/workflows/contract'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import { runContext } from '../../../engine/run-context.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import { loaded } from '../loaded-state.ts'
import type { FailedPart, IngestStateType, IngestUpdate, PagePlan } from '../state.ts'
import { withPdf } from './with-pdf.ts'

/** Pages between two heartbeats. */
const STEP = 100

/**
 * Sorts out the pages that are none: what the file counts as a page and nobody can open (a broken object, a page tree that runs in a
 * circle) is named in `failed`. Error `unreadable_file` where no page is left.
 */
export function createPdfCleaner(deps: IngestDeps) {
  return async (state: IngestStateType, config: LangGraphRunnableConfig): Promise<IngestUpdate> => {
    const { tenant, signal, heartbeat } = runContext(config)
    const { hash, pdf_password, pages } = loaded(state)
    const pdf_pages: PagePlan[] = []
    const failed: FailedPart[] = []
    await withPdf(deps, { tenant, hash, pdf_password }, async (pdf) => {
      for (let from = 1; from <= pages; from += STEP) {
        signal.throwIfAborted()
        for (const { page, width, height, problem } of await pdf.sizes(from, Math.min(pages, from + STEP - 1))) {
          if (problem === null) pdf_pages.push({ page, width, height, nature: null })
          else failed.push({ part: page, code: 'unreadable_file', message: problem })
        }
        heartbeat({ page: from, of: pages })
      }
    })
    if (pdf_pages.length === 0) {
      throw new CountersignError('unreadable_file', `No page of ${state.name} can be opened: ${failed[0]?.message ?? 'it has none'}`)
    }
    return { pdf_pages, failed }
  }
}
