import type { BlobStore } from '@countersign/db'
import { CountersignError, ERROR_CODES, type PageLine } from '@countersign/workflows/contract'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import { type RunContext, runContext } from '../../../engine/run-context.ts'
import { SAMPLE_RATE } from '../../../models/speech/voice-activity.ts'
import type { SpeechReader, SpeechSegment } from '../../../models/speech-reader.ts'
import { SLICE_SECONDS } from '../../../sources/audio/audio-protocol.ts'
import { samplesOf } from '../../../sources/audio/open-recording.ts'
import { pageText } from '../../../sources/page-text.ts'
import type { SourcePage } from '../../../sources/source-page.ts'
import type { IngestDeps } from '../ingest-deps.ts'
import { LAST_ATTEMPT } from '../node-metadata.ts'
import { keyOfPages } from '../revision-pages.ts'
import type { AudioPart, FailedPart, IngestUpdate } from '../state.ts'
import { storePage } from '../store-page.ts'
import { joinParts } from './join-parts.ts'
import type { TranscriberTask } from './part-windows.ts'

/** A part as heard, times from the beginning of the recording. */
interface HeardPart {
  part: AudioPart
  segments: SpeechSegment[]
}

/**
 * Writes down the parts of a window and stores each as a page: its lines are the segments, with their times and confidence. Keyed by
 * document, hash and part, so that doing it again changes nothing. A part that cannot be heard is named in `failed` and does not keep
 * the others; what a retry may mend is thrown first.
 */
export function createAudioTranscriber(deps: IngestDeps) {
  return async (task: TranscriberTask, config: LangGraphRunnableConfig): Promise<IngestUpdate> => {
    const context = runContext(config)
    const failed: FailedPart[] = []
    const heard: HeardPart[] = []
    for (const part of task.parts) {
      context.signal.throwIfAborted()
      try {
        add(heard, { part, segments: await hear(deps, task, part, context.signal) })
      } catch (error) {
        failed.push(failedPart(part.part, error, context))
        await storePage(deps, keyOfPages(context, task), failedPage(part, error))
      }
      context.heartbeat({ part: part.part, of: task.parts.length })
    }
    for (const { part, segments } of heard) await storePage(deps, keyOfPages(context, task), pageOf(part, segments))
    const letters = heard
      .flatMap(({ segments }) => segments)
      .reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0)
    return { failed, read_windows: [{ pages: heard.map(({ part }) => part.part), letters }] }
  }
}

/** A part that overlaps with the one before it says what both heard once. */
function add(heard: HeardPart[], next: HeardPart): void {
  const last = heard.at(-1)
  if (next.part.joined && last !== undefined && last.part.part === next.part.part - 1) {
    const { before, after } = joinParts(last.segments, next.segments)
    last.segments = before
    heard.push({ ...next, segments: after })
  } else heard.push(next)
}

async function hear(
  { speech, blobs }: { speech: SpeechReader | null; blobs: Pick<BlobStore, 'get'> },
  task: TranscriberTask,
  part: AudioPart,
  signal: AbortSignal,
): Promise<SpeechSegment[]> {
  if (speech === null) throw new CountersignError('model_missing', 'No model that writes down speech is set: set COUNTERSIGN_SPEECH.')
  const samples = await cut(blobs, task, part)
  const { segments } = await speech.transcribe({ samples, language: task.language, signal })
  return segments.map((segment) => ({ ...segment, from: part.from + segment.from, to: part.from + segment.to }))
}

/** The samples of a part out of the slices that it lies in. */
async function cut(blobs: Pick<BlobStore, 'get'>, { slices, firstSlice }: TranscriberTask, { from, to }: AudioPart): Promise<Float32Array> {
  const samples = new Float32Array(Math.round((to - from) * SAMPLE_RATE))
  const start = Math.round(from * SAMPLE_RATE)
  for (const [index, slice] of slices.entries()) {
    const begins = (firstSlice + index) * SLICE_SECONDS * SAMPLE_RATE
    if (begins >= start + samples.length || begins + SLICE_SECONDS * SAMPLE_RATE <= start) continue
    const part = samplesOf(await blobs.get(slice))
    const skipped = Math.max(0, start - begins)
    const at = Math.max(0, begins - start)
    samples.set(part.subarray(skipped, skipped + samples.length - at), at)
  }
  return samples
}

function pageOf({ part, from, to }: AudioPart, segments: readonly SpeechSegment[]): SourcePage {
  const lines: PageLine[] = segments.map((segment) => ({
    text: segment.text,
    x: 0,
    y: 0,
    w: 0,
    h: 0,
    confidence: segment.confidence,
    time: { from: segment.from, to: segment.to },
  }))
  const length = lines.reduce((sum, { text }) => sum + text.length, 0)
  const confidence = length === 0 ? undefined : segments.reduce((sum, one) => sum + one.confidence * one.text.length, 0) / length
  const facts = { reading: 'speech' as const, time: { from, to }, ...(confidence === undefined ? {} : { confidence }) }
  return { page: part, width: 0, height: 0, text: pageText(lines), lines, picture: null, pictureOnly: false, facts }
}

function failedPage({ part, from, to }: AudioPart, error: unknown): SourcePage {
  const problem = error instanceof Error ? error.message : String(error)
  const facts = { reading: 'failed' as const, problem, time: { from, to } }
  return { page: part, width: 0, height: 0, text: '', lines: [], picture: null, pictureOnly: false, facts }
}

/** Throws what a retry may mend, unless this was the last. */
function failedPart(part: number, error: unknown, { attempt, signal }: RunContext): FailedPart {
  signal.throwIfAborted()
  if (!(error instanceof CountersignError)) throw error
  if (ERROR_CODES[error.code].retryable && attempt < LAST_ATTEMPT) throw error
  return { part, code: error.code, message: error.message }
}
