import type { AnyStateGraph } from '../../../engine/define-graph.ts'
import { caught, createErrorHandler, orError } from '../caught.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import { long, QUICK } from '../node-metadata.ts'
import { youtubeInputCheck } from './youtube-input-check.ts'
import { createYoutubeTranscript } from './youtube-transcript.ts'

const HANDLER = 'youtube_error_handler'

/** A video on YouTube, by its captions. */
export function addYoutubeBranch(graph: AnyStateGraph, deps: IngestDeps): void {
  graph
    .addNode('youtube_input_check', caught('youtube_input_check', youtubeInputCheck), QUICK)
    .addNode('youtube_transcript', caught('youtube_transcript', createYoutubeTranscript(deps)), long(10))
    .addNode(HANDLER, createErrorHandler('youtube_input_check'), { ...QUICK, ends: ['youtube_input_check'] })
    .addConditionalEdges('youtube_input_check', orError('youtube_transcript', HANDLER), ['youtube_transcript', HANDLER])
    .addConditionalEdges('youtube_transcript', orError('detect_complex_content', HANDLER), ['detect_complex_content', HANDLER])
}
