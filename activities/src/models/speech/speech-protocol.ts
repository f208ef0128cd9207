/** What the process of the local speech model is started with, is asked and answers. */
export interface SpeechEnvironment extends Record<string, string> {
  COUNTERSIGN_SPEECH_FILE: string
  COUNTERSIGN_SPEECH_THREADS: string
}

export interface SpeechProcessRequest {
  samples: Float32Array
  language: string | null
}

/** A word as heard, in seconds from the beginning of the samples. */
export interface HeardWord {
  text: string
  from: number
  to: number
}

export interface SpeechProcessReply {
  language: string
  first: HeardWord[]
  /** The same sound heard a second time, moved against the model's window. */
  second: string[]
}
