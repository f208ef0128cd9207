import { CountersignError } from '@countersign/workflows/contract'
import { isSuccess, refusedAnswer, type WebClient } from '../web-client.ts'
import type { MediaFormat } from './player-response.ts'

/** YouTube slows down whoever asks for more at once. */
const STRETCH = 8 * 1024 * 1024
/** For one stretch, in milliseconds. */
const TIME = 120_000

/**
 * The smallest recording among the formats that can be decoded (MP4 with AAC) and whose address is given, in the video's own language;
 * null where there is none. Errors: `too_large`, `unavailable`.
 */
export async function downloadAudio(
  ask: WebClient,
  formats: readonly MediaFormat[],
  { signal, maxBytes }: { signal: AbortSignal; maxBytes: number },
): Promise<Uint8Array | null> {
  const audio = formats
    .filter(
      ({ mimeType, url, audioTrack }) => mimeType.startsWith('audio/mp4') && url !== undefined && audioTrack?.audioIsDefault !== false,
    )
    .sort((a, b) => (a.bitrate ?? 0) - (b.bitrate ?? 0))
  const url = audio[0]?.url
  if (url === undefined) return null
  const parts: Uint8Array[] = []
  for (let size = 0; ; ) {
    const range = `bytes=${size}-${size + STRETCH - 1}`
    const answer = await ask(url, { headers: { range }, maxBytes, signal, timeout: TIME })
    if (answer.status === 403 || answer.status === 410) return null
    if (!isSuccess(answer)) throw refusedAnswer(answer)
    parts.push(answer.bytes)
    size += answer.bytes.byteLength
    const total = Number(/\/(\d+)$/.exec(answer.headers['content-range'] ?? '')?.[1] ?? size)
    if (Math.max(size, total) > maxBytes) throw tooLarge(total, maxBytes)
    if (answer.status !== 206 || size >= total || answer.bytes.byteLength === 0) return Buffer.concat(parts)
  }
}

function tooLarge(bytes: number, maxBytes: number): CountersignError {
  const size = (value: number): string => `${(value / 1024 / 1024).toFixed(1)} MB`
  return new CountersignError('too_large', `The recording has ${size(bytes)}; the limit is ${size(maxBytes)} (COUNTERSIGN_MAX_BYTES).`, {
    bytes,
    limit: maxBytes,
  })
}
