import type { AnyStateGraph } from '../../../engine/define-graph.ts'
import { caught, createErrorHandler, orError } from '../caught.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import { long, QUICK } from '../node-metadata.ts'
import type { IngestStateType } from '../state.ts'
import { createYoutubeAudioDownload } from './youtube-audio-download.ts'
import { youtubeInputCheck } from './youtube-input-check.ts'
import { createYoutubeTranscript } from './youtube-transcript.ts'

const HANDLER = 'youtube_error_handler'

/** A video on YouTube: by its captions, or, where it has none, by its recording, which goes the way of recordings. */
export function addYoutubeBranch(graph: AnyStateGraph, deps: IngestDeps): void {
  graph
    .addNode('youtube_input_check', caught('youtube_input_check', youtubeInputCheck), QUICK)
    .addNode('youtube_transcript', caught('youtube_transcript', createYoutubeTranscript(deps)), long(10))
    .addNode('youtube_audio_download', caught('youtube_audio_download', createYoutubeAudioDownload(deps)), long(30))
    .addNode(HANDLER, createErrorHandler('youtube_input_check'), { ...QUICK, ends: ['youtube_input_check'] })
    .addConditionalEdges('youtube_input_check', orError('youtube_transcript', HANDLER), ['youtube_transcript', HANDLER])
    .addConditionalEdges('youtube_transcript', tailOrRecording, ['detect_complex_content', 'youtube_audio_download', HANDLER])
    .addConditionalEdges('youtube_audio_download', orError('audio_splitter', HANDLER), ['audio_splitter', HANDLER])
}

/** A transcript that was found is the document; without one there is none yet. */
function tailOrRecording({ error, hash }: IngestStateType): string {
  if (error) return HANDLER
  return hash ? 'detect_complex_content' : 'youtube_audio_download'
}
