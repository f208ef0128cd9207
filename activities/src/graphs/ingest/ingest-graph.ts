import { END, START, StateGraph } from '@langchain/langgraph'
import { type AnyStateGraph, defineGraph, type GraphDefinition } from '../../engine/define-graph.ts'
import { addAudioBranch } from './audio/add-audio-branch.ts'
import { addDocumentBranch } from './document/add-document-branch.ts'
import { addImageBranch } from './image/add-image-branch.ts'
import type { IngestDeps } from './ingest-deps.ts'
import { createInputRouter } from './input-router.ts'
import { long, QUICK } from './node-metadata.ts'
import { IngestInput, IngestState, type IngestStateType } from './state.ts'
import { accept } from './tail/accept.ts'
import { createChunkEnrichment } from './tail/chunk-enrichment.ts'
import { createDetectComplexContent } from './tail/detect-complex-content.ts'
import { createEmbeddingGeneration } from './tail/embedding-generation.ts'
import { createExtract } from './tail/extract.ts'
import { createHumanReview } from './tail/human-review.ts'
import { createIndex } from './tail/index-document.ts'
import { createQualityCheck } from './tail/quality-check.ts'
import { createSplitterApplication } from './tail/splitter-application.ts'
import { splitterSelection } from './tail/splitter-selection.ts'
import { addTextBranch } from './text/add-text-branch.ts'
import { addWebsiteBranch } from './website/add-website-branch.ts'
import { addYoutubeBranch } from './youtube/add-youtube-branch.ts'

/** What reads each kind of resource, by the node that its branch begins with. */
const BRANCHES = {
  text_input_check: addTextBranch,
  document_input_check: addDocumentBranch,
  image_input_check: addImageBranch,
  audio_input_check: addAudioBranch,
  website_input_check: addWebsiteBranch,
  youtube_input_check: addYoutubeBranch,
}

/**
 * The graph that takes a resource in: the router finds out what it is, a branch of its kind reads it, and the common tail extracts
 * fields, asks a person where it is not sure, and makes it searchable.
 */
export function createIngestGraph(deps: IngestDeps): GraphDefinition {
  const graph: AnyStateGraph = new StateGraph({ state: IngestState, input: IngestInput })
    .addNode('input_router', createInputRouter(deps), long(10))
    .addNode('detect_complex_content', createDetectComplexContent(deps), long(10))
    .addNode('extract', createExtract(deps), long(10))
    .addNode('quality_check', createQualityCheck(deps), QUICK)
    .addNode('human_review', createHumanReview(deps), QUICK)
    .addNode('accept', accept, QUICK)
    .addNode('splitter_selection', splitterSelection, QUICK)
    .addNode('splitter_application', createSplitterApplication(deps), long(30))
    .addNode('chunk_enrichment', createChunkEnrichment(deps), long(60))
    .addNode('embedding_generation', createEmbeddingGeneration(deps), long(60))
    .addNode('index', createIndex(deps), long(10))
    .addEdge(START, 'input_router')
    .addEdge('detect_complex_content', 'extract')
    .addEdge('extract', 'quality_check')
    .addConditionalEdges('quality_check', doubtOrAccept, ['human_review', 'accept'])
    .addConditionalEdges('human_review', againOrOn, ['extract', 'splitter_selection'])
    .addEdge('accept', 'splitter_selection')
    .addEdge('splitter_selection', 'splitter_application')
    .addConditionalEdges('splitter_application', enrichOrSkip, ['chunk_enrichment', 'embedding_generation'])
    .addEdge('chunk_enrichment', 'embedding_generation')
    .addEdge('embedding_generation', 'index')
    .addEdge('index', END)
  for (const add of Object.values(BRANCHES)) add(graph, deps)
  graph.addConditionalEdges('input_router', toBranch, Object.keys(BRANCHES))
  return defineGraph({ name: 'ingest', version: '2', graph })
}

const toBranch = ({ input_type: type }: IngestStateType) => `${type}_input_check`
const doubtOrAccept = (state: IngestStateType) => (state.doubts.length > 0 ? 'human_review' : 'accept')
const againOrOn = (state: IngestStateType) => (state.vetted === 'person' ? 'splitter_selection' : 'extract')
const enrichOrSkip = (state: IngestStateType) => (state.enrich ? 'chunk_enrichment' : 'embedding_generation')
