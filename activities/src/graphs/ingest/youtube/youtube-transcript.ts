import { mimeOfKind } from '@countersign/db'
import { CountersignError } from '@countersign/workflows/contract'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import { type RunContext, runContext } from '../../../engine/run-context.ts'
import { videoIdOf } from '../../../sources/youtube/video-address.ts'
import { transcriptPages, type VideoTranscript } from '../../../sources/youtube/video-transcript.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import { putJson } from '../json-blob.ts'
import { receiveFetched } from '../receive-fetched.ts'
import { keyOfPages } from '../revision-pages.ts'
import type { IngestStateType, IngestUpdate } from '../state.ts'
import { storePage } from '../store-page.ts'

/**
 * The transcript of a video, as its captions give it, in parts with their times. Where it has none, the state names no document yet, and
 * its recording is fetched. Errors: those of the YouTube client. Safe to retry.
 */
export function createYoutubeTranscript(deps: IngestDeps) {
  return async (state: IngestStateType, config: LangGraphRunnableConfig): Promise<IngestUpdate> => {
    const context = runContext(config)
    const id = videoIdOf(state.url_resource ?? '')
    if (id === null) throw new CountersignError('invalid_input', 'The state names no video: go back to the node `youtube_input_check`.')
    const { title, transcript } = await deps.youtube.read({ id, language: state.language, signal: context.signal })
    if (transcript === null) return { title, hash: null }
    const kept = await keep(deps, state, context, transcript)
    const pages = transcriptPages(transcript)
    for (const page of pages) await storePage(deps, keyOfPages(context, kept), page)
    return { ...kept, title, pages: pages.length, language: transcript.language.split(/[-_]/)[0]?.toLowerCase() ?? null }
  }
}

async function keep(deps: IngestDeps, state: IngestStateType, context: RunContext, transcript: VideoTranscript) {
  const { hash, bytes } = await putJson(deps.blobs, transcript)
  const kind = 'youtube' as const
  const name = transcript.video.title.slice(0, 255) || state.name
  const uri = state.source || transcript.video.url
  const { document } = await receiveFetched(deps, context, {
    hash,
    name,
    kind,
    bytes,
    uri,
    mime: mimeOfKind(kind),
    promised: state.document,
  })
  return { document, hash, kind, name }
}
