/** Something said, with its time from the beginning of the samples. */
export interface SpeechSegment {
  text: string
  /** Seconds. */
  from: number
  to: number
  /** 0..1: from the model's own probabilities where it tells them; the readers say what else they go by. */
  confidence: number
  /** The chance, 0..1, that nobody speaks here. */
  noSpeech: number
}

export interface SpeechTranscript {
  /** `en`, `fr`, …; null where nothing was said. */
  language: string | null
  segments: SpeechSegment[]
}

export interface SpeechRequest {
  /** Mono, 16,000 samples a second, -1..1. */
  samples: Float32Array
  /** `fr`, `zh`, …; null: the model finds out. */
  language: string | null
  signal: AbortSignal
}

/**
 * Writes down what is said. Silence and noise give no segments, never invented words. Has no effect outside, so it is safe to retry.
 * Errors: `model_missing`, `model_failed` (worth a retry).
 */
export interface SpeechReader {
  /** Names the model and what changes its transcripts. */
  name: string
  transcribe(request: SpeechRequest): Promise<SpeechTranscript>
  /** Frees its memory; the next transcript loads it again. */
  close(): Promise<void>
}
