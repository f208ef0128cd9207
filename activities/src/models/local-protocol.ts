/** What the thread of the local embedding model is given, is asked and answers. */
export interface LocalThreadData {
  folder: string
  threads: number
  maxTokens: number
}

export interface LocalRequest {
  texts: string[]
}

export type LocalReply = Float32Array[]
