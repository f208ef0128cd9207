import { mimeOfKind, receiveDocument } from '@countersign/db'
import { CountersignError } from '@countersign/workflows/contract'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import { type RunContext, runContext } from '../../../engine/run-context.ts'
import { videoIdOf } from '../../../sources/youtube/video-address.ts'
import { transcriptPages, type VideoTranscript, videoTranscriptSchema } from '../../../sources/youtube/video-transcript.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import { getJson, putJson } from '../json-blob.ts'
import { loaded } from '../loaded-state.ts'
import type { IngestStateType, IngestUpdate } from '../state.ts'
import { storePage } from '../store-page.ts'

/**
 * The transcript of a video, as its captions give it, in parts with their times. Error `no_transcript` where it has
 * none, and those of the YouTube client. Safe to retry.
 */
export function createYoutubeTranscript(deps: IngestDeps) {
  return async (state: IngestStateType, config: LangGraphRunnableConfig): Promise<IngestUpdate> => {
    const context = runContext(config)
    const id = state.url_resource === null ? null : videoIdOf(state.url_resource)
    if (id === null) return await read(deps, state, context)
    const { transcript } = await deps.youtube.read({ id, language: state.language, signal: context.signal })
    if (transcript === null) {
      throw new CountersignError('no_transcript', 'The video has no captions that can be read. Ingest its recording as audio.', {
        video: id,
      })
    }
    const found = await keep(deps, state, context, transcript)
    return { ...found, ...(await read(deps, { ...state, ...found }, context)) }
  }
}

async function keep(deps: IngestDeps, state: IngestStateType, { tenant, run }: RunContext, transcript: VideoTranscript) {
  const { hash, bytes } = await putJson(deps.blobs, transcript)
  const kind = 'youtube' as const
  const name = transcript.video.title.slice(0, 255) || state.name
  const uri = state.source || transcript.video.url
  const revision = { tenant, hash, name, kind, bytes, run }
  const { document } = await receiveDocument(deps.db, { ...revision, uri, mime: mimeOfKind(kind), promised: state.document })
  return { document, hash, kind, name }
}

async function read(deps: IngestDeps, state: IngestStateType, { tenant }: RunContext): Promise<IngestUpdate> {
  const { document, hash } = loaded(state)
  const transcript = await getJson(deps.blobs, hash, videoTranscriptSchema)
  const pages = transcriptPages(transcript)
  for (const page of pages) await storePage(deps, { tenant, document, hash }, page)
  return { title: transcript.video.title, pages: pages.length, language: transcript.language.split(/[-_]/)[0]?.toLowerCase() ?? null }
}
