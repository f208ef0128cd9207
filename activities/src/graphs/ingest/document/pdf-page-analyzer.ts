import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import { runContext } from '../../../engine/run-context.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import { loaded } from '../loaded-state.ts'
import type { IngestStateType, IngestUpdate, PagePlan } from '../state.ts'
import { withPdf } from './with-pdf.ts'

/** Pages that are worth a process of their own: as many as it takes to start one. */
const WORTH_A_LANE = 60
/** As many windows are read at once on a small machine. */
const MOST_LANES = 2

/**
 * Looks at each page, without drawing it, and says what it seems to be. It is a first look, which decides who reads the page; what a page
 * is in truth shows when it is read. A forced strategy needs none.
 */
export function createPdfPageAnalyzer(deps: IngestDeps) {
  return async (state: IngestStateType, config: LangGraphRunnableConfig): Promise<IngestUpdate> => {
    const { tenant, signal, heartbeat } = runContext(config)
    const { hash, pdf_password, pdf_pages, strategy } = loaded(state)
    if (strategy === 'parse_only' || strategy === 'ocr_only' || strategy === 'hybrid') return {}
    let done = 0
    const look = (plans: readonly PagePlan[]): Promise<PagePlan[]> =>
      withPdf(deps, { tenant, hash, pdf_password }, async (pdf) => {
        const seen: PagePlan[] = []
        for (const plan of plans) {
          signal.throwIfAborted()
          // A page that nobody can look at is one for whoever reads pictures.
          seen.push({ ...plan, nature: await pdf.look(plan.page).catch(() => 'scan' as const) })
          done += 1
          heartbeat({ page: done, of: pdf_pages.length })
        }
        return seen
      })
    return { pdf_pages: (await Promise.all(lanesOf(pdf_pages).map(look))).flat() }
  }
}

/** The pages of a long document in parts of the same length. */
function lanesOf(plans: readonly PagePlan[]): PagePlan[][] {
  const lanes = Math.min(MOST_LANES, Math.max(1, Math.floor(plans.length / WORTH_A_LANE)))
  const share = Math.ceil(plans.length / lanes)
  return Array.from({ length: lanes }, (_, lane) => plans.slice(lane * share, (lane + 1) * share))
}
