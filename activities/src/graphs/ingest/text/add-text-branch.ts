import type { AnyStateGraph } from '../../../engine/define-graph.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import { long } from '../node-metadata.ts'
import { createReadWhole } from '../read-whole.ts'

/** Plain text: decoded and stored as one page. */
export function addTextBranch(graph: AnyStateGraph, deps: IngestDeps): void {
  graph.addNode('text_input_check', createReadWhole(deps), long(10)).addEdge('text_input_check', 'detect_complex_content')
}
