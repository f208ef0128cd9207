/** What the process of a GGUF is given, as JSON in COUNTERSIGN_MODEL. */
export interface GgufSettings {
  /** Path of the weights. */
  file: string
  /** URL of node-llama-cpp's module. */
  runtime: string
  threads: number
  /** Tokens that question and answer may have together. */
  contextTokens: number
}

export interface GgufRequest {
  system: string
  user: string
  /** JSON schema of the answer. */
  schema: object
}

export interface GgufReply {
  text: string
  /** The answer was longer than it may be. */
  cutOff: boolean
  tokens: { input: number; output: number }
}
