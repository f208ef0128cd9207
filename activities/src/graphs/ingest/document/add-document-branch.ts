import { Send } from '@langchain/langgraph'
import type { AnyStateGraph } from '../../../engine/define-graph.ts'
import { caught, orError } from '../caught.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import { loaded } from '../loaded-state.ts'
import { long, QUICK } from '../node-metadata.ts'
import { createReadWhole } from '../read-whole.ts'
import { type IngestStateType, PDF_PROCESSORS } from '../state.ts'
import { createPdfCleaner } from './pdf-cleaner.ts'
import { pdfContentMerger } from './pdf-content-merger.ts'
import { createPdfErrorHandler } from './pdf-error-handler.ts'
import { createPdfLoader } from './pdf-loader.ts'
import { createPdfPageAnalyzer } from './pdf-page-analyzer.ts'
import { pdfProcessingStrategy } from './pdf-processing-strategy.ts'
import { pdfSplitByPages, pdfSplitBySize } from './pdf-split.ts'
import { createReadWindow, type WindowTask } from './read-window.ts'

/** PDF files window by window; Office files, mails, books, web pages and Markdown with the reader of their kind. */
export function addDocumentBranch(graph: AnyStateGraph, deps: IngestDeps): void {
  graph
    .addNode('document_input_check', () => ({ error: null }), QUICK)
    .addNode('pdf_loader', caught('pdf_loader', createPdfLoader(deps)), long(10))
    .addNode('pdf_cleaner', caught('pdf_cleaner', createPdfCleaner(deps)), long(10))
    .addNode('pdf_page_analyzer', caught('pdf_page_analyzer', createPdfPageAnalyzer(deps)), long(30))
    .addNode('pdf_processing_strategy', pdfProcessingStrategy, QUICK)
    .addNode('pdf_split_by_pages', pdfSplitByPages, QUICK)
    .addNode('pdf_split_by_size', pdfSplitBySize, QUICK)
  for (const processor of PDF_PROCESSORS) graph.addNode(processor, createReadWindow(deps, processor), long(30))
  graph
    .addNode('pdf_content_merger', caught('pdf_content_merger', pdfContentMerger), QUICK)
    .addNode('pdf_error_handler', createPdfErrorHandler(), { ...QUICK, ends: ['pdf_loader', 'pdf_error_handler'] })
    .addNode('office_parser', createReadWhole(deps), long(30))
    .addConditionalEdges('document_input_check', byFormat, ['pdf_loader', 'office_parser'])
    .addConditionalEdges('pdf_loader', orError('pdf_cleaner', HANDLER), ['pdf_cleaner', HANDLER])
    .addConditionalEdges('pdf_cleaner', orError('pdf_page_analyzer', HANDLER), ['pdf_page_analyzer', HANDLER])
    .addConditionalEdges('pdf_page_analyzer', orError('pdf_processing_strategy', HANDLER), ['pdf_processing_strategy', HANDLER])
    .addConditionalEdges('pdf_processing_strategy', toSplitOrWindows, ['pdf_split_by_pages', 'pdf_split_by_size', ...PDF_PROCESSORS])
    .addConditionalEdges('pdf_split_by_pages', toWindows, [...PDF_PROCESSORS])
    .addConditionalEdges('pdf_split_by_size', toWindows, [...PDF_PROCESSORS])
  for (const processor of PDF_PROCESSORS) graph.addEdge(processor, 'pdf_content_merger')
  graph
    .addConditionalEdges('pdf_content_merger', orError('detect_complex_content', HANDLER), ['detect_complex_content', HANDLER])
    .addEdge('office_parser', 'detect_complex_content')
}

const HANDLER = 'pdf_error_handler'
const byFormat = ({ kind }: IngestStateType) => (kind === 'pdf' ? 'pdf_loader' : 'office_parser')

function toSplitOrWindows(state: IngestStateType): string | Send[] {
  if (state.processing_strategy === 'split_pages') return 'pdf_split_by_pages'
  return state.processing_strategy === 'split_size' ? 'pdf_split_by_size' : toWindows(state)
}

/** A task for each window: they run at the same time, as far as there are workers. */
function toWindows(state: IngestStateType): Send[] {
  const { document, hash, language, pdf_password, strategy } = loaded(state)
  const forced = strategy === 'parse_only' || strategy === 'ocr_only'
  return state.pdf_windows.map(({ processor, pages }) => {
    const task: WindowTask = { document, hash, language, pdf_password, pages, forced }
    return new Send(processor, task)
  })
}
