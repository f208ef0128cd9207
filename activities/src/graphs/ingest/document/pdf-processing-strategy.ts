import type { Strategy } from '@countersign/workflows/contract'
import type { IngestStateType, IngestUpdate, PagePlan, PdfProcessor } from '../state.ts'
import { pixelsOf, processorFor, windowsByPages } from './pdf-windows.ts'

const ONLY: Partial<Record<Strategy, PdfProcessor>> = {
  parse_only: 'pdf_text_parser',
  ocr_only: 'pdf_ocr_processor',
  hybrid: 'pdf_hybrid_processor',
}
/** Pages above this, in pixels as drawn for reading, are split by size: twice an A4 page. */
const LARGE_PAGE = 8e6
/** So many pages are not worth splitting where one processor reads all of them. */
const FEW_PAGES = 6

/**
 * How the pages are read. What the caller forces is done; else a short document of one nature goes to its processor as it is, and any
 * other is split, by size where its pages are large and by number where they are not.
 */
export function pdfProcessingStrategy(state: IngestStateType): IngestUpdate {
  const strategy = state.strategy && state.strategy !== 'auto' ? state.strategy : choose(state.pdf_pages)
  const only = ONLY[strategy]
  return { processing_strategy: strategy, pdf_windows: only === undefined ? [] : windowsByPages(state.pdf_pages, () => only) }
}

function choose(plans: readonly PagePlan[]): Strategy {
  const processors = new Set(plans.map(processorFor))
  const [only] = processors
  if (plans.length <= FEW_PAGES && processors.size === 1) {
    return only === 'pdf_text_parser' ? 'parse_only' : only === 'pdf_ocr_processor' ? 'ocr_only' : 'hybrid'
  }
  return plans.some((plan) => pixelsOf(plan) > LARGE_PAGE) ? 'split_size' : 'split_pages'
}
