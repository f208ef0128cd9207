import type { PagePlan, PdfProcessor, PdfWindow } from '../state.ts'

/** How much one task reads at most: a task that dies costs so much again, and a task costs the engine some milliseconds. */
const MOST_PAGES: Record<PdfProcessor, number> = { pdf_text_parser: 48, pdf_ocr_processor: 6, pdf_hybrid_processor: 8 }
/** Pixels of a window's pages as they are drawn for reading, about six pages of A4. */
const MOST_PIXELS = 24e6
const MOST_BYTES = 16e6
const READING_DPI = 200
const READING_SIDE = 3600

/** Who reads a page of this nature. What has not been looked at, or seems mixed, is read by text and by picture. */
export function processorFor({ nature }: PagePlan): PdfProcessor {
  if (nature === 'text' || nature === 'blank') return 'pdf_text_parser'
  return nature === 'scan' || nature === 'garbled' ? 'pdf_ocr_processor' : 'pdf_hybrid_processor'
}

/** Windows of neighbouring pages for one processor each, bounded by the number of pages. */
export function windowsByPages(plans: readonly PagePlan[], processorOf = processorFor): PdfWindow[] {
  return gather(plans, processorOf, (window) => window.length >= MOST_PAGES[processorOf(window[0] ?? plans[0] ?? NONE)])
}

/** The same, bounded by pixels and by the file's bytes as well: for large or heavy pages. */
export function windowsBySize(plans: readonly PagePlan[], bytesPerPage: number, processorOf = processorFor): PdfWindow[] {
  return gather(plans, processorOf, (window, next) => {
    const pixels = [...window, next].reduce((sum, plan) => sum + pixelsOf(plan), 0)
    const most = MOST_PAGES[processorOf(next)]
    return window.length >= most || pixels > MOST_PIXELS || (window.length + 1) * bytesPerPage > MOST_BYTES
  })
}

/** Pixels of a page as it is drawn for reading. */
export function pixelsOf({ width, height }: PagePlan): number {
  const scale = Math.min(READING_DPI / 72, READING_SIDE / Math.max(width, height, 1))
  return width * height * scale * scale
}

const NONE: PagePlan = { page: 0, width: 0, height: 0, nature: null }

/** A window takes pages until the next is for somebody else, or would be too much. */
function gather(
  plans: readonly PagePlan[],
  processorOf: (plan: PagePlan) => PdfProcessor,
  isFull: (window: readonly PagePlan[], next: PagePlan) => boolean,
): PdfWindow[] {
  const open = new Map<PdfProcessor, PagePlan[]>()
  const windows: PdfWindow[] = []
  const finish = (processor: PdfProcessor, plansOf: readonly PagePlan[]) =>
    windows.push({ processor, pages: plansOf.map(({ page }) => page) })
  for (const plan of plans) {
    const processor = processorOf(plan)
    const window = open.get(processor) ?? []
    if (window.length > 0 && isFull(window, plan)) {
      finish(processor, window)
      open.set(processor, [plan])
    } else open.set(processor, [...window, plan])
  }
  for (const [processor, window] of open) finish(processor, window)
  return windows.sort((a, b) => (a.pages[0] ?? 0) - (b.pages[0] ?? 0))
}
