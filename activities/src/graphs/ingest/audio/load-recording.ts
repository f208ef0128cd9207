import type { BlobStore } from '@countersign/db'
import type { RunContext } from '../../../engine/run-context.ts'
import { openRecording } from '../../../sources/audio/open-recording.ts'
import type { RecordingState } from '../state.ts'

export interface LoadDeps {
  blobs: BlobStore
  /** Longer recordings are refused. */
  maxSeconds: number
}

/** 16 bits, 16 kHz, mono. */
const BYTES_PER_SECOND = 32_000

/**
 * Decodes a recording and keeps its sound in slices of a minute in the blob store, by their content: doing it again changes nothing. It is
 * never in memory as a whole where its format can be decoded piece by piece. Errors: those of `openRecording`.
 */
export async function loadRecording(
  { blobs, maxSeconds }: LoadDeps,
  { hash, name }: { hash: string; name: string },
  { signal, heartbeat }: Pick<RunContext, 'signal' | 'heartbeat'>,
): Promise<RecordingState & { title: string | null }> {
  const recording = await openRecording(await blobs.get(hash), { name, maxSeconds })
  const slices: string[] = []
  let bytes = 0
  try {
    for await (const pcm of recording.slices()) {
      signal.throwIfAborted()
      slices.push((await blobs.put(pcm, 'audio/L16')).hash)
      bytes += pcm.byteLength
      heartbeat({ slice: slices.length })
    }
  } finally {
    await recording.close()
  }
  return { of: hash, slices, seconds: bytes / BYTES_PER_SECOND, problem: recording.problem(), title: recording.title }
}
