import type { Pooling } from './encoder-facts.ts'

/** What the process of an encoder is given, as JSON in COUNTERSIGN_MODEL. */
export interface EncoderSettings {
  folder: string
  /** Path of the weights inside the folder. */
  onnx: string
  threads: number
  maxTokens: number
  /** How a text's vector is made of those of its tokens. */
  pooling: Pooling
  dimension: number
}

export interface EncoderRequest {
  texts: string[]
}

/** Unit vectors, one a text. */
export type EncoderReply = Float32Array[]

/** What the process of a cross-encoder is given, in the same way. */
export interface CrossEncoderSettings {
  folder: string
  onnx: string
  threads: number
  maxTokens: number
}

export interface CrossEncoderRequest {
  query: string
  texts: string[]
}

/** A score 0..1 for each text. */
export type CrossEncoderReply = number[]
