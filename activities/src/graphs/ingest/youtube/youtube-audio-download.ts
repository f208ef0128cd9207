import { CountersignError } from '@countersign/workflows/contract'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import { runContext } from '../../../engine/run-context.ts'
import { videoIdOf, videoUrl } from '../../../sources/youtube/video-address.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import { receiveFetched } from '../receive-fetched.ts'
import type { IngestStateType, IngestUpdate } from '../state.ts'

const MIME = 'audio/mp4'

/**
 * The recording of a video without captions, as a document of the kind `audio`. Errors: `model_missing` where nothing is set that could write
 * it down, and those of the YouTube client. Safe to retry.
 */
export function createYoutubeAudioDownload(deps: IngestDeps) {
  return async (state: IngestStateType, config: LangGraphRunnableConfig): Promise<IngestUpdate> => {
    const context = runContext(config)
    const { signal } = context
    if (deps.speech === null) {
      const message =
        'The video has no captions, and no model that writes down speech is set: set COUNTERSIGN_SPEECH to local, mistral or openai.'
      throw new CountersignError('model_missing', message, { variable: 'COUNTERSIGN_SPEECH' })
    }
    const id = videoIdOf(state.url_resource ?? '') ?? ''
    const recording = await deps.youtube.audio({ id, signal, maxBytes: deps.maxBytes })
    const { hash, bytes } = await deps.blobs.put(recording.bytes, MIME)
    const name = recording.title.slice(0, 255) || state.name
    const uri = state.source || videoUrl(id)
    const { document } = await receiveFetched(deps, context, {
      hash,
      name,
      kind: 'audio',
      bytes,
      uri,
      mime: MIME,
      promised: state.document,
    })
    return { document, hash, kind: 'audio', name, title: recording.title }
  }
}
