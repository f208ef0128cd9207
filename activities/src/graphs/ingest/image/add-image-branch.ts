import type { AnyStateGraph } from '../../../engine/define-graph.ts'
import { caught, createErrorHandler, orError } from '../caught.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import { long, QUICK } from '../node-metadata.ts'
import { createImageInputCheck } from './image-input-check.ts'
import { createImageLoader } from './image-loader.ts'
import { createImagePreprocessor } from './image-preprocessor.ts'
import { createImageVisionAnalyzer } from './image-vision-analyzer.ts'

const HANDLER = 'image_error_handler'

/** A picture or a scan of several pages: decoded, put upright and straight, then read. */
export function addImageBranch(graph: AnyStateGraph, deps: IngestDeps): void {
  graph
    .addNode('image_input_check', caught('image_input_check', createImageInputCheck(deps)), QUICK)
    .addNode('image_loader', caught('image_loader', createImageLoader(deps)), long(5))
    .addNode('image_preprocessor', caught('image_preprocessor', createImagePreprocessor(deps)), long(30))
    .addNode('image_vision_analyzer', caught('image_vision_analyzer', createImageVisionAnalyzer(deps)), long(60))
    .addNode(HANDLER, createErrorHandler('image_input_check'), { ...QUICK, ends: ['image_input_check'] })
    .addConditionalEdges('image_input_check', orError('image_loader', HANDLER), ['image_loader', HANDLER])
    .addConditionalEdges('image_loader', orError('image_preprocessor', HANDLER), ['image_preprocessor', HANDLER])
    .addConditionalEdges('image_preprocessor', orError('image_vision_analyzer', HANDLER), ['image_vision_analyzer', HANDLER])
    .addConditionalEdges('image_vision_analyzer', orError('detect_complex_content', HANDLER), ['detect_complex_content', HANDLER])
}
