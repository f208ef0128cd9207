/** How speech is looked for: one chance for each 512 samples (32 ms). */
export const VOICE_FRAME = 512
export const SAMPLE_RATE = 16_000
export const FRAME_SECONDS = VOICE_FRAME / SAMPLE_RATE

/** What the detector remembers from one stretch of a recording to the next. */
export interface VoiceMemory {
  state: Float32Array
  context: Float32Array
}

export interface VoiceRequest {
  /** Mono, 16,000 samples a second, -1..1; what is left over of the last frame counts as a frame, filled with silence. */
  samples: Float32Array
  /** From the stretch before; null: the recording begins. */
  memory: VoiceMemory | null
  signal: AbortSignal
}

export interface VoiceReply {
  /** The chance, 0..1, that somebody speaks, frame by frame. */
  chances: Float32Array
  memory: VoiceMemory
}

/**
 * Tells speech from silence and noise. Has no effect outside, so it is safe to retry.
 * Errors: `model_missing`, `model_failed` (worth a retry).
 */
export interface VoiceDetector {
  name: string
  listen(request: VoiceRequest): Promise<VoiceReply>
  /** Frees its memory; the next stretch loads it again. */
  close(): Promise<void>
}
