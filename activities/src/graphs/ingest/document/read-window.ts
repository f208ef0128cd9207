import { CountersignError, ERROR_CODES, type PageFacts } from '@countersign/workflows/contract'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import { type RunContext, runContext } from '../../../engine/run-context.ts'
import { readPicture } from '../../../sources/image/read-picture.ts'
import { pageText } from '../../../sources/page-text.ts'
import { addPictureLines } from '../../../sources/pdf/add-picture-lines.ts'
import type { OpenPdf, PdfPage } from '../../../sources/pdf/read-pdf.ts'
import type { SourcePage } from '../../../sources/source-page.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import { LAST_ATTEMPT } from '../node-metadata.ts'
import { keyOfPages } from '../revision-pages.ts'
import type { FailedPart, IngestUpdate, PdfProcessor } from '../state.ts'
import { storePage } from '../store-page.ts'
import { withPdf } from './with-pdf.ts'

/** What a window's task is sent: all that it needs, since it sees nothing else of the state. */
export interface WindowTask {
  document: string
  hash: string
  language: string | null
  pdf_password: string | null
  pages: number[]
  /** The caller wants this processor and no other. */
  forced: boolean
}

/**
 * Reads the pages of a window and stores them, keyed by document, hash and page, so that doing it again changes nothing. A page that
 * cannot be read is named in `failed` and does not keep the others; neither does a window. What a retry may mend is thrown first.
 */
export function createReadWindow(deps: IngestDeps, processor: PdfProcessor) {
  return async (task: WindowTask, config: LangGraphRunnableConfig): Promise<IngestUpdate> => {
    const context = runContext(config)
    const failed: FailedPart[] = []
    const read: number[] = []
    let letters = 0
    const store = async (number: number, { page, error }: Reading): Promise<void> => {
      try {
        if (page !== null) await storePage(deps, keyOfPages(context, task), page)
        if (error !== null) throw error
        letters += page?.text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
        read.push(number)
      } catch (failure) {
        failed.push(failedPart(number, failure, context))
      }
    }
    try {
      await withPdf(deps, { ...task, tenant: context.tenant }, async (pdf) => {
        const queue = oneBehind()
        try {
          for (const page of task.pages) {
            context.signal.throwIfAborted()
            const reading = await readPage(deps, pdf, page, processor, task, context.signal)
            await queue.next(() => store(page, reading))
            context.heartbeat({ page, of: task.pages.length })
          }
        } finally {
          await queue.end()
        }
      })
    } catch (error) {
      for (const page of task.pages) if (!read.includes(page)) failed.push(failedPart(page, error, context))
    }
    return { failed, read_windows: [{ pages: read, letters }] }
  }
}

/** While a page is read, the one before it is stored: disks and databases let wait. An error is thrown to whoever brings the next. */
function oneBehind() {
  let before: Promise<void> = Promise.resolve()
  return {
    next: async (work: () => Promise<void>): Promise<void> => {
      await before
      before = work()
      before.catch(() => undefined)
    },
    end: () => before,
  }
}

/** Throws what a retry may mend, unless this was the last. */
function failedPart(part: number, error: unknown, { attempt, signal }: RunContext): FailedPart {
  signal.throwIfAborted()
  if (!(error instanceof CountersignError)) throw error
  if (ERROR_CODES[error.code].retryable && attempt < LAST_ATTEMPT) throw error
  return { part, code: error.code, message: error.message }
}

/** What was read of a page; where reading it failed, what there is of it, which is shown to whoever looks why. */
interface Reading {
  page: SourcePage | null
  error: unknown
}

async function readPage(
  deps: IngestDeps,
  pdf: OpenPdf,
  number: number,
  processor: PdfProcessor,
  task: WindowTask,
  signal: AbortSignal,
): Promise<Reading> {
  let page: PdfPage | null = null
  try {
    page = await pdf.read(number)
    if (!wantsPicture(page, processor, task.forced)) return { page, error: null }
    return { page: await withPicture(deps, pdf, page, processor, task, signal), error: null }
  } catch (error) {
    if (page === null || !(error instanceof CountersignError)) return { page: null, error }
    return { page: { ...page, facts: { ...page.facts, reading: 'failed', problem: error.message } }, error }
  }
}

/** A page that seemed to have a text layer may turn out to be a picture: it is read as one, unless the caller wants text alone. */
function wantsPicture({ nature }: PdfPage, processor: PdfProcessor, forced: boolean): boolean {
  if (processor === 'pdf_text_parser' && forced) return false
  if (processor === 'pdf_ocr_processor' && forced) return nature !== 'blank'
  return nature === 'scan' || nature === 'garbled' || nature === 'mixed'
}

async function withPicture(
  deps: IngestDeps,
  pdf: OpenPdf,
  page: PdfPage,
  processor: PdfProcessor,
  { language, forced }: WindowTask,
  signal: AbortSignal,
): Promise<SourcePage> {
  const both = page.nature === 'mixed' && !(processor === 'pdf_ocr_processor' && forced)
  // A page whose text is readable goes on without what may stand in its pictures; only a reader that is there can fail.
  if (both && deps.ocr === null)
    return { ...page, facts: { ...page.facts, problem: 'its pictures were not read: no reader of pictures is set' } }
  const reading = await readPicture(deps, await pdf.drawForReading(page.page), language, signal)
  if (both) {
    const lines = addPictureLines(page.lines, reading)
    const facts: PageFacts =
      lines.length === page.lines.length ? page.facts : { ...page.facts, reading: 'hybrid', confidence: reading.facts.confidence }
    return { ...page, lines, text: pageText(lines), facts }
  }
  const { lines, text, facts, picture, width, height } = reading
  const { hidden } = page.facts
  const upright =
    facts.turn === 90 || facts.turn === 270 ? { width: page.height, height: page.width } : { width: page.width, height: page.height }
  const shown = facts.turn === undefined ? page.picture : picture
  const kept = width > 0 && height > 0 ? upright : page
  return {
    ...page,
    width: kept.width,
    height: kept.height,
    lines,
    text,
    picture: shown ?? picture,
    facts: hidden ? { ...facts, hidden } : facts,
  }
}
