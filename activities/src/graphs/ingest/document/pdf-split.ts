import type { IngestStateType, IngestUpdate } from '../state.ts'
import { windowsByPages, windowsBySize } from './pdf-windows.ts'

/** Windows of at most so many pages. */
export function pdfSplitByPages({ pdf_pages }: IngestStateType): IngestUpdate {
  return { pdf_windows: windowsByPages(pdf_pages) }
}

/** Windows of at most so many pixels and bytes. Of a run that was loaded before sizes were kept, pixels alone count. */
export function pdfSplitBySize({ pdf_pages, pdf_bytes = 0, pages }: IngestStateType): IngestUpdate {
  return { pdf_windows: windowsBySize(pdf_pages, pdf_bytes / Math.max(1, pages)) }
}
