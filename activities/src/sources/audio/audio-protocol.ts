/** Length of a slice of decoded sound. */
export const SLICE_SECONDS = 60

/** Names of errors that the process throws for what a recording itself is. */
export const UNSUPPORTED_AUDIO = 'UnsupportedAudio'
export const UNREADABLE_AUDIO = 'UnreadableAudio'
export const TOO_LONG = 'TooLongAudio'
/** The process ends with it before the machine runs out of memory. */
export const MEMORY_EXIT = 77

export type AudioRequest = { what: 'open'; bytes: Uint8Array; maxSeconds: number } | { what: 'slice' }

export interface AudioFacts {
  /** `FLAC`, `MPEG 1 Layer 3`, … */
  codec: string
  title: string | null
  /** Seconds that the file says it has; null where it doesn't say. */
  declared: number | null
}

/** A slice: 16-bit mono samples at 16 kHz, little endian; null after the last one, with what is wrong with the recording. */
export type AudioReply = { what: 'open'; facts: AudioFacts } | { what: 'slice'; pcm: Uint8Array | null; problem: string | null }

/** An error whose name reaches the asking side. */
export function audioError(name: string, message: string): Error {
  const error = new Error(message)
  error.name = name
  return error
}
