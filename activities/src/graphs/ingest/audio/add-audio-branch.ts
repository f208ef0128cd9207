import { Send } from '@langchain/langgraph'
import type { AnyStateGraph } from '../../../engine/define-graph.ts'
import { caught, createErrorHandler, orError } from '../caught.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import { loaded } from '../loaded-state.ts'
import { long, QUICK } from '../node-metadata.ts'
import type { IngestStateType } from '../state.ts'
import { audioContentMerger } from './audio-content-merger.ts'
import { createAudioInputCheck } from './audio-input-check.ts'
import { createAudioLoader } from './audio-loader.ts'
import { createAudioSplitter } from './audio-splitter.ts'
import { createAudioTranscriber } from './audio-transcriber.ts'
import { partWindows, slicesFor, type TranscriberTask } from './part-windows.ts'

const HANDLER = 'audio_error_handler'

/**
 * Recordings: decoded, cut in pauses, and written down part by part. A branch that fetches a recording may lead to `audio_splitter`, which
 * decodes it where that has not been done.
 */
export function addAudioBranch(graph: AnyStateGraph, deps: IngestDeps): void {
  graph
    .addNode('audio_input_check', caught('audio_input_check', createAudioInputCheck(deps)), long(10))
    .addNode('audio_loader', caught('audio_loader', createAudioLoader(deps)), long(60))
    .addNode('audio_splitter', caught('audio_splitter', createAudioSplitter(deps)), long(60))
    .addNode('audio_transcriber', createAudioTranscriber(deps), long(60))
    .addNode('audio_content_merger', caught('audio_content_merger', audioContentMerger), QUICK)
    .addNode(HANDLER, createErrorHandler('audio_input_check'), { ...QUICK, ends: ['audio_input_check'] })
    .addConditionalEdges('audio_input_check', orError('audio_loader', HANDLER), ['audio_loader', HANDLER])
    .addConditionalEdges('audio_loader', orError('audio_splitter', HANDLER), ['audio_splitter', HANDLER])
    .addConditionalEdges('audio_splitter', toWindows, ['audio_transcriber', HANDLER])
    .addEdge('audio_transcriber', 'audio_content_merger')
    .addConditionalEdges('audio_content_merger', orError('detect_complex_content', HANDLER), ['detect_complex_content', HANDLER])
}

/** A task for each window: they run at the same time, as far as there are workers. */
function toWindows(state: IngestStateType): string | Send[] {
  if (state.error || !state.recording) return HANDLER
  const { recording, audio_parts } = state
  const { document, hash, language } = loaded(state)
  return partWindows(audio_parts).map((parts) => {
    const task: TranscriberTask = { document, hash, language, parts, ...slicesFor(parts, recording) }
    return new Send('audio_transcriber', task)
  })
}
