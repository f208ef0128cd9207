import type { AnyStateGraph } from '../../../engine/define-graph.ts'
import { caught, createErrorHandler, orError } from '../caught.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import { long, QUICK } from '../node-metadata.ts'
import { createReadWhole } from '../read-whole.ts'
import type { IngestStateType } from '../state.ts'

/** PDF files page by page; Office files, mails, books, web pages and Markdown with the reader of their kind. */
export function addDocumentBranch(graph: AnyStateGraph, deps: IngestDeps): void {
  graph
    .addNode('document_input_check', () => ({ error: null }), QUICK)
    .addNode('pdf_loader', caught('pdf_loader', createReadWhole(deps)), long(30))
    .addNode('pdf_error_handler', createErrorHandler('pdf_loader'), { ...QUICK, ends: ['pdf_loader'] })
    .addNode('office_parser', createReadWhole(deps), long(30))
    .addConditionalEdges('document_input_check', byFormat, ['pdf_loader', 'office_parser'])
    .addConditionalEdges('pdf_loader', orError('detect_complex_content', 'pdf_error_handler'), [
      'detect_complex_content',
      'pdf_error_handler',
    ])
    .addEdge('office_parser', 'detect_complex_content')
}

const byFormat = ({ kind }: IngestStateType) => (kind === 'pdf' ? 'pdf_loader' : 'office_parser')
